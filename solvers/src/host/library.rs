//! cvc5's C interface, made safe: a folder of libraries into engines that run commands.
//!
//! Unsafe, since there is no other way to call a library that is found at run time. What the
//! interface asks of its callers is kept here by types: an [`Engine`] owns its objects and frees
//! them in the order that it asks for, a [`ParsedCommand`] borrows its engine, and texts are copied before
//! the next call overwrites them.
#![expect(unsafe_code, reason = "cvc5's C interface is called through pointers found at run time")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::fs;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::ptr;

use thiserror::Error;

use super::{HostError, seeding};

/// An object of the library, of which nothing but its address is known.
type Object = *mut c_void;

/// `CVC5_INPUT_LANGUAGE_SMT_LIB_2_6`, the first of its enumeration in every release.
const SMT_LIB: c_int = 0;

/// Name of the input in error messages, as cvc5's program has it.
const INPUT: &CStr = c"<stdin>";

/// Reason why the library did not do what it was asked to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Complaint {
    /// Its own words.
    #[error("{0}")]
    Said(String),
    #[error("there is a zero byte in the input")]
    ZeroByte,
}

/// Whether the library in `folder` has the C interface: its symbol stands in the file. A library
/// that is not there has none.
pub(super) fn is_modern(folder: &Path) -> bool {
    let symbol = b"cvc5_parser_new\0";
    let has_symbol = |bytes: Vec<u8>| bytes.windows(symbol.len()).any(|window| window == symbol);
    find(folder).and_then(|path| fs::read(path).ok()).is_some_and(has_symbol)
}

/// The file `libcvc5parser…` in `folder` or a folder in it.
fn find(folder: &Path) -> Option<PathBuf> {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).ok()?.flatten() {
            if entry.file_name().to_string_lossy().starts_with("libcvc5parser") {
                return Some(entry.path());
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(entry.path());
            }
        }
    }
    None
}

/// Declares the functions that are used, and looks them up: those behind `optional` stand in
/// some releases only.
macro_rules! functions {
    (
        required { $($name:ident: fn($($argument:ty),*) $(-> $result:ty)?;)* }
        optional { $($extra:ident: fn($($other:ty),*) $(-> $answer:ty)?;)* }
    ) => {
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
            $($extra: Option<unsafe extern "C" fn($($other),*) $(-> $answer)?>,)*
        }

        impl Functions {
            fn find(library: &libloading::Library) -> Result<Self, libloading::Error> {
                // SAFETY: the types above are those of cvc5's headers, from release 1.2.0 on,
                // and the library outlives every use of the pointers: it is never unloaded.
                unsafe {
                    Ok(Self {
                        $($name: *library.get(stringify!($name).as_bytes())?,)*
                        $($extra: library.get(stringify!($extra).as_bytes()).ok().map(|found| *found),)*
                    })
                }
            }
        }
    };
}

functions! {
    required {
        cvc5_term_manager_new: fn() -> Object;
        cvc5_term_manager_delete: fn(Object);
        cvc5_new: fn(Object) -> Object;
        cvc5_delete: fn(Object);
        cvc5_get_version: fn(Object) -> *const c_char;
        cvc5_get_option: fn(Object, *const c_char) -> *const c_char;
        cvc5_set_option: fn(Object, *const c_char, *const c_char);
        cvc5_symbol_manager_new: fn(Object) -> Object;
        cvc5_symbol_manager_delete: fn(Object);
        cvc5_parser_new: fn(Object, Object) -> Object;
        cvc5_parser_delete: fn(Object);
        cvc5_parser_release: fn(Object);
        cvc5_parser_set_inc_str_input: fn(Object, c_int, *const c_char);
        cvc5_parser_append_inc_str_input: fn(Object, *const c_char);
        cvc5_parser_next_command: fn(Object, *mut *const c_char) -> Object;
        cvc5_cmd_get_name: fn(Object) -> *const c_char;
        cvc5_cmd_invoke: fn(Object, Object, Object) -> *const c_char;
    }
    optional {
        // From 1.4.0 on. Older releases end the process with a message on standard error where
        // these report an error, and free commands with their parser only.
        cvc5_has_error: fn() -> bool;
        cvc5_get_error_message: fn() -> *const c_char;
        cvc5_cmd_release: fn(Object);
        // The C library's: what cvc5 printed by itself waits in a buffer of C.
        fflush: fn(Object) -> c_int;
    }
}

/// cvc5's libraries, loaded.
pub(super) struct Library {
    functions: Functions,
    /// Never unloaded: the library has destructors that run when the process ends.
    _library: ManuallyDrop<libloading::Library>,
}

impl Library {
    /// Loads the libraries in `folder`, which find each other by their places there.
    pub(super) fn load(folder: &Path) -> Result<Self, HostError> {
        let path =
            find(folder).ok_or_else(|| HostError::NoLibrary { folder: folder.to_owned() })?;
        let unusable = |error: libloading::Error| HostError::Unusable {
            path: path.clone(),
            reason: error.to_string(),
        };
        // SAFETY: loading runs the library's initialisers, which are those of the solver that
        // the user asked to run. Nothing else happens in this process.
        let library = unsafe { libloading::Library::new(&path) }.map_err(unusable)?;
        let library = ManuallyDrop::new(library);
        let functions = Functions::find(&library).map_err(unusable)?;
        seeding::prepare(&library);
        Ok(Self { functions, _library: library })
    }

    /// An engine with nothing declared and no option set.
    pub(super) fn engine(&self) -> Engine<'_> {
        let f = &self.functions;
        // SAFETY: each object is made from those that it is to be made from, and all live until
        // the engine is dropped.
        unsafe {
            let terms = (f.cvc5_term_manager_new)();
            let solver = (f.cvc5_new)(terms);
            let symbols = (f.cvc5_symbol_manager_new)(terms);
            Engine { library: self, terms, solver, symbols, parser: ptr::null_mut() }
        }
    }

    /// Passes on what cvc5 printed by itself.
    pub(super) fn flush(&self) {
        if let Some(fflush) = self.functions.fflush {
            // SAFETY: the null pointer asks for all streams.
            unsafe { fflush(ptr::null_mut()) };
        }
    }

    /// Returns the complaint of the last call, if any, as an error.
    fn complaint(&self) -> Result<(), Complaint> {
        let f = &self.functions;
        match (f.cvc5_has_error, f.cvc5_get_error_message) {
            // SAFETY: both take nothing; the message lives until the next call.
            (Some(has_error), Some(message)) if unsafe { has_error() } => {
                Err(Complaint::Said(unsafe { copy(message()) }))
            }
            _ => Ok(()),
        }
    }
}

/// A solver with its symbols, its terms and its parser.
pub(super) struct Engine<'a> {
    library: &'a Library,
    terms: Object,
    solver: Object,
    symbols: Object,
    /// Null until the first command: options must be set before there is a parser.
    parser: Object,
}

impl Engine<'_> {
    pub(super) fn version(&self) -> String {
        // SAFETY: the solver lives, and the text until the next call.
        unsafe { copy((self.library.functions.cvc5_get_version)(self.solver)) }
    }

    /// The value of an option, or that there is no such option. Releases before 1.4 end the
    /// process then.
    pub(super) fn option(&self, name: &str) -> Result<String, Complaint> {
        let name = text(name.as_bytes())?;
        // SAFETY: the solver lives, and so does the name; the value until the next call.
        let value = unsafe {
            let value = (self.library.functions.cvc5_get_option)(self.solver, name.as_ptr());
            if value.is_null() { String::new() } else { copy(value) }
        };
        self.library.complaint()?;
        Ok(value)
    }

    /// Sets an option, or says why it cannot be. Releases before 1.4 end the process then.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Complaint> {
        let (name, value) = (text(name.as_bytes())?, text(value.as_bytes())?);
        let set = self.library.functions.cvc5_set_option;
        // SAFETY: the solver lives, and so do the texts, which are copied.
        unsafe { set(self.solver, name.as_ptr(), value.as_ptr()) };
        self.library.complaint()
    }

    /// Parses the text of one command. `None` where there is none.
    ///
    /// After an error the parser is dead, and the next command gets a new one, which knows the
    /// same symbols.
    pub(super) fn parse(&mut self, command: &[u8]) -> Result<Option<ParsedCommand<'_>>, Complaint> {
        let command = text(command)?;
        let f = &self.library.functions;
        let mut message: *const c_char = ptr::null();
        // SAFETY: solver and symbols live; the parser is made from them; the texts live during
        // the calls; the message, if any, lives until the next call.
        let parsed = unsafe {
            if self.parser.is_null() {
                self.parser = (f.cvc5_parser_new)(self.solver, self.symbols);
                (f.cvc5_parser_set_inc_str_input)(self.parser, SMT_LIB, INPUT.as_ptr());
            }
            (f.cvc5_parser_append_inc_str_input)(self.parser, command.as_ptr());
            (f.cvc5_parser_next_command)(self.parser, &raw mut message)
        };
        // SAFETY: a message that is not null is a text of the library.
        let message = (!message.is_null()).then(|| unsafe { copy(message) });
        let complaint =
            message.map_or_else(|| self.library.complaint(), |said| Err(Complaint::Said(said)));
        if parsed.is_null() || complaint.is_err() {
            self.drop_parser();
        }
        complaint?;
        Ok((!parsed.is_null()).then_some(ParsedCommand { engine: self, command: parsed }))
    }

    fn drop_parser(&mut self) {
        if !self.parser.is_null() {
            // SAFETY: commands borrow the engine, so none is alive; the parser is used no more.
            unsafe { (self.library.functions.cvc5_parser_delete)(self.parser) };
            self.parser = ptr::null_mut();
        }
    }
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        self.drop_parser();
        let f = &self.library.functions;
        // SAFETY: each object is freed once, before those that it was made from.
        unsafe {
            (f.cvc5_symbol_manager_delete)(self.symbols);
            (f.cvc5_delete)(self.solver);
            (f.cvc5_term_manager_delete)(self.terms);
        }
    }
}

/// A command that was parsed.
pub(super) struct ParsedCommand<'a> {
    engine: &'a Engine<'a>,
    command: Object,
}

impl ParsedCommand<'_> {
    /// Its name: `check-sat`.
    pub(super) fn name(&self) -> String {
        // SAFETY: the command lives, and the text until the next call.
        unsafe { copy((self.engine.library.functions.cvc5_cmd_get_name)(self.command)) }
    }

    /// Runs the command and returns what it prints.
    pub(super) fn invoke(&self) -> Result<Vec<u8>, Complaint> {
        let Engine { library, solver, symbols, .. } = self.engine;
        // SAFETY: command, solver and symbols live and belong together; the text lives until
        // the next call and is copied.
        let printed = unsafe {
            let printed = (library.functions.cvc5_cmd_invoke)(self.command, *solver, *symbols);
            if printed.is_null() { Vec::new() } else { CStr::from_ptr(printed).to_bytes().to_vec() }
        };
        library.complaint()?;
        Ok(printed)
    }
}

impl Drop for ParsedCommand<'_> {
    /// From 1.4 on a command that is not released keeps its parser, and all that hangs on it.
    fn drop(&mut self) {
        let f = &self.engine.library.functions;
        // SAFETY: the command is used no more; it is the only one of its parser, so that where
        // commands cannot be freed one by one, all of the parser's are this one.
        unsafe {
            match f.cvc5_cmd_release {
                Some(release) => release(self.command),
                None => (f.cvc5_parser_release)(self.engine.parser),
            }
        }
    }
}

fn text(bytes: &[u8]) -> Result<CString, Complaint> {
    CString::new(bytes).map_err(|_| Complaint::ZeroByte)
}

/// A text of the library, copied.
///
/// # Safety
///
/// `text` points to a text that ends with a zero byte.
unsafe fn copy(text: *const c_char) -> String {
    // SAFETY: as promised.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
