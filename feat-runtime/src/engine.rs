//! The engine.

pub(crate) mod stream_cache;
pub(crate) mod text_pool;
