//! The macro behind generated modules: a grammar as a table, and all that its datatypes need.

/// Makes the enums of a grammar enumerable: implements [`Node`](crate::Node), [`Term`](crate::Term)
/// and [`Display`](std::fmt::Display) for each, where `{}` writes the layout `smtlib` and `{:#}` the
/// layout `spaced`.
///
/// Each rule is given by its enum and its name in the grammar, each production by its cost, its
/// constructor with a name for each field, and its symbols: literals, enums, and sets of characters.
/// A rule is marked `joined` if its symbols make one token, and `shared` if it is recursive, so that
/// constructors hold it in a [`Shared`](crate::Shared).
///
/// ```
/// use feat_runtime::{Shared, Term};
///
/// /// `term`
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// pub enum Start {
///     /// `term : DIGIT`
///     Digit(Digit),
///     /// `term : '(+' term term ')'`
///     Plus(Shared<Start>, Shared<Start>),
/// }
///
/// /// `DIGIT`
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// pub enum Digit {
///     /// `DIGIT : [0-9]`
///     C0(char),
/// }
///
/// feat_runtime::theory! {
///     start Start;
///     Start "term" shared {
///         0 Digit(a) = [Digit];
///         1 Plus(a, b) = ["(+" Start Start ")"];
///     }
///     Digit "DIGIT" joined {
///         0 C0(a) = [['0'..='9']];
///     }
/// }
///
/// let value = Start::nth(42).unwrap();
/// assert_eq!(format!("{value:#}"), "(+ 3 2 )");
/// assert_eq!(value.index(), 42.into());
/// ```
// Names that the macro gives to items end with an underscore, which no generated type does.
#[macro_export]
macro_rules! theory {
    (
        start $start:ident;
        $(
            $name:ident $rule:literal $($mark:ident)* {
                $(
                    $cost:literal $constructor:ident $( ( $($field:ident),+ ) )?
                        = [ $($symbol:tt)* ];
                )+
            }
        )+
    ) => {
        $(
            #[automatically_derived]
            impl ::std::fmt::Display for $name {
                fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    let layout =
                        if f.alternate() { $crate::Layout::Spaced } else { $crate::Layout::Smtlib };
                    f.write_str(&$crate::Term::render(self, layout))
                }
            }
        )+

        const _: () = {
            /// The number of each rule.
            #[allow(non_camel_case_types, reason = "the names of the rules' types")]
            enum Rule_ { $($name),+ }

            const TABLE_: $crate::typed::Table = $crate::typed::Table {
                start: Rule_::$start as usize,
                rules: &[$(
                    $crate::typed::Rule {
                        name: $rule,
                        join: $crate::theory_part!(join $($mark)*),
                        alternatives: &[$(
                            $crate::typed::Alternative {
                                constructor: ::std::stringify!($constructor),
                                cost: $cost,
                                symbols: &[$($crate::theory_part!(symbol $symbol)),*],
                            }
                        ),+],
                    }
                ),+],
            };

            /// The trees of the start symbol; all types of the module share its tables.
            static SPACE_: ::std::sync::LazyLock<$crate::Space> =
                ::std::sync::LazyLock::new(|| TABLE_.space());

            /// A value of any type of the module.
            #[doc(hidden)]
            #[allow(non_camel_case_types, reason = "the names of the rules' types")]
            #[derive(Clone)]
            pub enum Value_ {
                $($name(<$name as $crate::Term>::Kept),)+
                char_(char),
            }

            /// Values under construction, one stack per type.
            #[doc(hidden)]
            #[allow(non_snake_case, reason = "the names of the rules' types")]
            #[derive(Default)]
            pub struct Stacks_ {
                $($name: ::std::vec::Vec<<$name as $crate::Term>::Kept>,)+
                chars_: ::std::vec::Vec<char>,
            }

            /// Makes the value of one production.
            type Make_ = fn(&mut Stacks_) -> ::std::option::Option<Value_>;

            /// The maker of each production.
            static MAKERS_: &[Make_] = &[$($(
                |stacks| {
                    let _ = &stacks;
                    let value = $name::$constructor $( (
                        $({
                            let $field = $crate::typed::Child::take(stacks)?;
                            $field
                        }),+
                    ) )?;
                    ::std::option::Option::Some(Value_::$name($crate::typed::Kept::keep(value)))
                },
            )+)+];

            #[automatically_derived]
            impl $crate::typed::Stacks for Stacks_ {
                type Value = Value_;

                fn make(&mut self, choice: $crate::Choice) -> ::std::option::Option<Value_> {
                    match choice {
                        $crate::Choice::Char(c) => ::std::option::Option::Some(Value_::char_(c)),
                        $crate::Choice::Production(id) => MAKERS_.get(id.index())?(self),
                    }
                }

                fn put(&mut self, value: Value_) {
                    match value {
                        $(Value_::$name(value) => self.$name.push(value),)+
                        Value_::char_(c) => self.chars_.push(c),
                    }
                }

                fn chars(&mut self) -> &mut ::std::vec::Vec<char> {
                    &mut self.chars_
                }
            }

            $(
                #[automatically_derived]
                impl $crate::Node for $name {
                    fn choice(&self) -> $crate::Choice {
                        /// The place of each production among those of the rule.
                        enum Place_ { $($constructor),+ }
                        const FIRST_: usize = TABLE_.first_production(Rule_::$name as usize);
                        let place = match self {
                            $(Self::$constructor { .. } => Place_::$constructor as usize,)+
                        };
                        $crate::Choice::Production($crate::ProductionId::new(FIRST_ + place))
                    }

                    fn push_children<'a>(
                        &'a self,
                        open: &mut ::std::vec::Vec<&'a dyn $crate::Node>,
                    ) {
                        let _ = &open;
                        match self {
                            $(Self::$constructor $( ( $($field),+ ) )? => {
                                $($(open.push($field);)+)?
                            })+
                        }
                    }
                }

                #[automatically_derived]
                impl $crate::Term for $name {
                    type Stacks = Stacks_;
                    type Kept = $crate::theory_part!(kept $name $($mark)*);

                    fn stack(stacks: &mut Stacks_) -> &mut ::std::vec::Vec<Self::Kept> {
                        &mut stacks.$name
                    }

                    fn space() -> &'static $crate::Space {
                        static OWN_: ::std::sync::LazyLock<$crate::Space> =
                            ::std::sync::LazyLock::new(|| SPACE_.named($rule));
                        &OWN_
                    }
                }
            )+
        };
    };
}

/// One part of a [`theory!`](crate::theory): a symbol, or what the marks of a rule say.
#[doc(hidden)]
#[macro_export]
macro_rules! theory_part {
    (symbol $text:literal) => { $crate::typed::Symbol::Literal($text) };
    (symbol $rule:ident) => { $crate::typed::Symbol::Rule(Rule_::$rule as usize) };
    (symbol [$($first:literal..=$last:literal),+]) => {
        $crate::typed::Symbol::Set(&[$(($first, $last)),+])
    };
    (join joined $($mark:ident)*) => { $crate::Join::Joined };
    (join $($mark:ident)*) => { $crate::Join::Separated };
    (kept $name:ident joined $($mark:ident)*) => { $crate::theory_part!(kept $name $($mark)*) };
    (kept $name:ident shared) => { $crate::Shared<$name> };
    (kept $name:ident) => { $name };
}
