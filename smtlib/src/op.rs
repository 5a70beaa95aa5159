//! The operators of the theories: one table with their names and what they take and give.

mod display;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::float::Format;
use crate::sort::Sort;

/// Arguments and result of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// These sorts in this order, and the last one is the result.
    Fixed(&'static [Sort]),
    /// One or more of a sort give one of it: `and`, `str.++`.
    Fold(Sort),
    /// Two or more of a sort give a Bool: `str.<`.
    Chain(Sort),
    /// A number of arguments of Int, or of Real, to one of the same sort: `abs`, `-`.
    Number {
        /// The fewest arguments.
        least: usize,
        /// The most.
        most: usize,
    },
    /// Two or more of Int, or of Real, give a Bool: `<=`.
    NumberChain,
    /// A number of bit-vectors of one width to one of that width.
    BitVec {
        /// The fewest arguments.
        least: usize,
        /// The most.
        most: usize,
    },
    /// A number of bit-vectors of one width to a Bool.
    BitVecTest(usize),
    /// A number of floating-point numbers of one format to one of it, after a rounding mode or not.
    Float {
        /// Whether a rounding mode comes first.
        rounded: bool,
        /// Number of numbers that follow.
        count: usize,
    },
    /// Two or more floating-point numbers of one format give a Bool.
    FloatChain,
    /// One floating-point number gives a Bool.
    FloatTest,
    /// A rule of its own, in `typing`.
    Own,
}

const BOOL: Sort = Sort::BOOL;
const INT: Sort = Sort::INT;
const REAL: Sort = Sort::REAL;
const STRING: Sort = Sort::STRING;
const REGLAN: Sort = Sort::REGLAN;

const ANY: usize = usize::MAX;

macro_rules! operators {
    ($($(#[$doc:meta])* $variant:ident $name:literal $(| $alias:literal)* : $shape:expr;)*) => {
        /// An operator of a theory, with its indices.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Op {
            $(#[doc = concat!("`", $name, "`")] $(#[$doc])* $variant,)*
            /// `(_ divisible n)`
            Divisible(u32),
            /// `(_ iand n)`: the lowest n bits of both, as integers
            IntAnd(u32),
            /// `(_ extract high low)`
            Extract(u32, u32),
            /// `(_ repeat n)`
            Repeat(u32),
            /// `(_ zero_extend n)`
            ZeroExtend(u32),
            /// `(_ sign_extend n)`
            SignExtend(u32),
            /// `(_ rotate_left n)`
            RotateLeft(u32),
            /// `(_ rotate_right n)`
            RotateRight(u32),
            /// `(_ int_to_bv width)`
            IntToBv(u32),
            /// `(_ to_fp eb sb)`
            ToFp(Format),
            /// `(_ to_fp_unsigned eb sb)`
            ToFpUnsigned(Format),
            /// `(_ fp.to_ubv width)`
            FpToUbv(u32),
            /// `(_ fp.to_sbv width)`
            FpToSbv(u32),
            /// `(_ re.^ n)`
            RePower(u32),
            /// `(_ re.loop low high)`
            ReLoop(u32, u32),
            /// `(as const sort)`: the array that is everywhere the same
            ConstArray(Sort),
            /// `(as seq.empty sort)`: the sequence without elements
            SeqEmpty(Sort),
        }

        /// Every operator without indices.
        pub const PLAIN: &[Op] = &[$(Op::$variant),*];

        impl Op {
            /// The name, without indices.
            pub fn name(self) -> &'static str {
                match self {
                    $(Op::$variant => $name,)*
                    Op::Divisible(_) => "divisible",
                    Op::IntAnd(_) => "iand",
                    Op::Extract(..) => "extract",
                    Op::Repeat(_) => "repeat",
                    Op::ZeroExtend(_) => "zero_extend",
                    Op::SignExtend(_) => "sign_extend",
                    Op::RotateLeft(_) => "rotate_left",
                    Op::RotateRight(_) => "rotate_right",
                    Op::IntToBv(_) => "int_to_bv",
                    Op::ToFp(_) => "to_fp",
                    Op::ToFpUnsigned(_) => "to_fp_unsigned",
                    Op::FpToUbv(_) => "fp.to_ubv",
                    Op::FpToSbv(_) => "fp.to_sbv",
                    Op::RePower(_) => "re.^",
                    Op::ReLoop(..) => "re.loop",
                    Op::ConstArray(_) => "const",
                    Op::SeqEmpty(_) => "seq.empty",
                }
            }

            /// Returns its arguments and result.
            pub fn shape(self) -> Shape {
                match self {
                    $(Op::$variant => $shape,)*
                    _ => Shape::Own,
                }
            }

            fn names() -> FxHashMap<&'static str, Op> {
                let mut names = FxHashMap::default();
                $(names.insert($name, Op::$variant); $(names.insert($alias, Op::$variant);)*)*
                names
            }
        }
    };
}

operators! {
    // Core
    Not "not": Shape::Fixed(&[BOOL, BOOL]);
    Implies "=>": Shape::Fold(BOOL);
    And "and": Shape::Fold(BOOL);
    Or "or": Shape::Fold(BOOL);
    Xor "xor": Shape::Fold(BOOL);
    Eq "=": Shape::Own;
    Distinct "distinct": Shape::Own;
    Ite "ite": Shape::Own;
    // Ints, Reals, Reals_Ints
    /// of one number
    Neg "-": Shape::Number { least: 1, most: 1 };
    /// of two or more numbers
    Sub "- ": Shape::Number { least: 2, most: ANY };
    Add "+": Shape::Number { least: 1, most: ANY };
    Mul "*": Shape::Number { least: 1, most: ANY };
    IntDiv "div": Shape::Fold(INT);
    Mod "mod": Shape::Fixed(&[INT, INT, INT]);
    Abs "abs": Shape::Number { least: 1, most: 1 };
    RealDiv "/": Shape::Fold(REAL);
    ToReal "to_real": Shape::Fixed(&[INT, REAL]);
    ToInt "to_int": Shape::Fixed(&[REAL, INT]);
    IsInt "is_int": Shape::Fixed(&[REAL, BOOL]);
    Le "<=": Shape::NumberChain;
    Lt "<": Shape::NumberChain;
    Ge ">=": Shape::NumberChain;
    Gt ">": Shape::NumberChain;
    // Arithmetic beyond the standard
    /// (z3): like `mod`, with the sign of the divisor
    Rem "rem": Shape::Fixed(&[INT, INT, INT]);
    Power "^": Shape::Number { least: 2, most: 2 };
    Pow2 "int.pow2": Shape::Fixed(&[INT, INT]);
    Log2 "int.log2": Shape::Fixed(&[INT, INT]);
    Pi "real.pi" | "pi": Shape::Fixed(&[REAL]);
    Exp "exp": Shape::Fixed(&[REAL, REAL]);
    Sqrt "sqrt": Shape::Fixed(&[REAL, REAL]);
    Sin "sin": Shape::Fixed(&[REAL, REAL]);
    Cos "cos": Shape::Fixed(&[REAL, REAL]);
    Tan "tan": Shape::Fixed(&[REAL, REAL]);
    Csc "csc": Shape::Fixed(&[REAL, REAL]);
    Sec "sec": Shape::Fixed(&[REAL, REAL]);
    Cot "cot": Shape::Fixed(&[REAL, REAL]);
    Arcsin "arcsin" | "asin": Shape::Fixed(&[REAL, REAL]);
    Arccos "arccos" | "acos": Shape::Fixed(&[REAL, REAL]);
    Arctan "arctan" | "atan": Shape::Fixed(&[REAL, REAL]);
    Arccsc "arccsc": Shape::Fixed(&[REAL, REAL]);
    Arcsec "arcsec": Shape::Fixed(&[REAL, REAL]);
    Arccot "arccot": Shape::Fixed(&[REAL, REAL]);
    Sinh "sinh": Shape::Fixed(&[REAL, REAL]);
    Cosh "cosh": Shape::Fixed(&[REAL, REAL]);
    Tanh "tanh": Shape::Fixed(&[REAL, REAL]);
    Asinh "asinh": Shape::Fixed(&[REAL, REAL]);
    Acosh "acosh": Shape::Fixed(&[REAL, REAL]);
    Atanh "atanh": Shape::Fixed(&[REAL, REAL]);
    // FixedSizeBitVectors and QF_BV
    Concat "concat": Shape::Own;
    BvNot "bvnot": Shape::BitVec { least: 1, most: 1 };
    BvNeg "bvneg": Shape::BitVec { least: 1, most: 1 };
    BvAnd "bvand": Shape::BitVec { least: 1, most: ANY };
    BvOr "bvor": Shape::BitVec { least: 1, most: ANY };
    BvXor "bvxor": Shape::BitVec { least: 1, most: ANY };
    BvNand "bvnand": Shape::BitVec { least: 2, most: 2 };
    BvNor "bvnor": Shape::BitVec { least: 2, most: 2 };
    BvXnor "bvxnor": Shape::BitVec { least: 2, most: ANY };
    BvAdd "bvadd": Shape::BitVec { least: 1, most: ANY };
    BvSub "bvsub": Shape::BitVec { least: 2, most: 2 };
    BvMul "bvmul": Shape::BitVec { least: 1, most: ANY };
    BvUdiv "bvudiv": Shape::BitVec { least: 2, most: 2 };
    BvUrem "bvurem": Shape::BitVec { least: 2, most: 2 };
    BvSdiv "bvsdiv": Shape::BitVec { least: 2, most: 2 };
    BvSrem "bvsrem": Shape::BitVec { least: 2, most: 2 };
    BvSmod "bvsmod": Shape::BitVec { least: 2, most: 2 };
    BvShl "bvshl": Shape::BitVec { least: 2, most: 2 };
    BvLshr "bvlshr": Shape::BitVec { least: 2, most: 2 };
    BvAshr "bvashr": Shape::BitVec { least: 2, most: 2 };
    BvComp "bvcomp": Shape::Own;
    BvUlt "bvult": Shape::BitVecTest(2);
    BvUle "bvule": Shape::BitVecTest(2);
    BvUgt "bvugt": Shape::BitVecTest(2);
    BvUge "bvuge": Shape::BitVecTest(2);
    BvSlt "bvslt": Shape::BitVecTest(2);
    BvSle "bvsle": Shape::BitVecTest(2);
    BvSgt "bvsgt": Shape::BitVecTest(2);
    BvSge "bvsge": Shape::BitVecTest(2);
    BvNego "bvnego": Shape::BitVecTest(1);
    BvUaddo "bvuaddo": Shape::BitVecTest(2);
    BvSaddo "bvsaddo": Shape::BitVecTest(2);
    BvUmulo "bvumulo": Shape::BitVecTest(2);
    BvSmulo "bvsmulo": Shape::BitVecTest(2);
    BvUsubo "bvusubo": Shape::BitVecTest(2);
    BvSsubo "bvssubo": Shape::BitVecTest(2);
    BvSdivo "bvsdivo": Shape::BitVecTest(2);
    UbvToInt "ubv_to_int" | "bv2nat" | "bv2int": Shape::Own;
    SbvToInt "sbv_to_int": Shape::Own;
    /// (z3, cvc5): is any bit set?
    BvRedor "bvredor": Shape::Own;
    /// (z3, cvc5): is every bit set?
    BvRedand "bvredand": Shape::Own;
    // FloatingPoint
    Fp "fp": Shape::Own;
    FpAbs "fp.abs": Shape::Float { rounded: false, count: 1 };
    FpNeg "fp.neg": Shape::Float { rounded: false, count: 1 };
    FpAdd "fp.add": Shape::Float { rounded: true, count: 2 };
    FpSub "fp.sub": Shape::Float { rounded: true, count: 2 };
    FpMul "fp.mul": Shape::Float { rounded: true, count: 2 };
    FpDiv "fp.div": Shape::Float { rounded: true, count: 2 };
    FpFma "fp.fma": Shape::Float { rounded: true, count: 3 };
    FpSqrt "fp.sqrt": Shape::Float { rounded: true, count: 1 };
    FpRem "fp.rem": Shape::Float { rounded: false, count: 2 };
    FpRoundToIntegral "fp.roundToIntegral": Shape::Float { rounded: true, count: 1 };
    FpMin "fp.min": Shape::Float { rounded: false, count: 2 };
    FpMax "fp.max": Shape::Float { rounded: false, count: 2 };
    FpLeq "fp.leq": Shape::FloatChain;
    FpLt "fp.lt": Shape::FloatChain;
    FpGeq "fp.geq": Shape::FloatChain;
    FpGt "fp.gt": Shape::FloatChain;
    FpEq "fp.eq": Shape::FloatChain;
    FpIsNormal "fp.isNormal": Shape::FloatTest;
    FpIsSubnormal "fp.isSubnormal": Shape::FloatTest;
    FpIsZero "fp.isZero": Shape::FloatTest;
    FpIsInfinite "fp.isInfinite": Shape::FloatTest;
    FpIsNan "fp.isNaN": Shape::FloatTest;
    FpIsNegative "fp.isNegative": Shape::FloatTest;
    FpIsPositive "fp.isPositive": Shape::FloatTest;
    FpToReal "fp.to_real": Shape::Own;
    /// (z3): the bits, as the interchange format of IEEE 754 has them
    FpToIeeeBv "fp.to_ieee_bv": Shape::Own;
    // ArraysEx
    Select "select": Shape::Own;
    Store "store": Shape::Own;
    // Strings
    StrConcat "str.++": Shape::Fold(STRING);
    StrLen "str.len": Shape::Fixed(&[STRING, INT]);
    StrLt "str.<": Shape::Chain(STRING);
    StrLe "str.<=": Shape::Chain(STRING);
    StrAt "str.at": Shape::Fixed(&[STRING, INT, STRING]);
    StrSubstr "str.substr": Shape::Fixed(&[STRING, INT, INT, STRING]);
    StrPrefixof "str.prefixof": Shape::Fixed(&[STRING, STRING, BOOL]);
    StrSuffixof "str.suffixof": Shape::Fixed(&[STRING, STRING, BOOL]);
    StrContains "str.contains": Shape::Fixed(&[STRING, STRING, BOOL]);
    StrIndexof "str.indexof": Shape::Fixed(&[STRING, STRING, INT, INT]);
    StrReplace "str.replace": Shape::Fixed(&[STRING, STRING, STRING, STRING]);
    StrReplaceAll "str.replace_all": Shape::Fixed(&[STRING, STRING, STRING, STRING]);
    StrReplaceRe "str.replace_re": Shape::Fixed(&[STRING, REGLAN, STRING, STRING]);
    StrReplaceReAll "str.replace_re_all": Shape::Fixed(&[STRING, REGLAN, STRING, STRING]);
    StrIsDigit "str.is_digit": Shape::Fixed(&[STRING, BOOL]);
    StrToCode "str.to_code": Shape::Fixed(&[STRING, INT]);
    StrFromCode "str.from_code": Shape::Fixed(&[INT, STRING]);
    StrToInt "str.to_int" | "str.to.int": Shape::Fixed(&[STRING, INT]);
    StrFromInt "str.from_int" | "int.to.str": Shape::Fixed(&[INT, STRING]);
    StrToRe "str.to_re" | "str.to.re": Shape::Fixed(&[STRING, REGLAN]);
    StrInRe "str.in_re" | "str.in.re": Shape::Fixed(&[STRING, REGLAN, BOOL]);
    ReNone "re.none" | "re.nostr": Shape::Fixed(&[REGLAN]);
    ReAll "re.all": Shape::Fixed(&[REGLAN]);
    ReAllchar "re.allchar": Shape::Fixed(&[REGLAN]);
    ReConcat "re.++": Shape::Fold(REGLAN);
    ReUnion "re.union": Shape::Fold(REGLAN);
    ReInter "re.inter": Shape::Fold(REGLAN);
    ReDiff "re.diff": Shape::Fold(REGLAN);
    ReStar "re.*": Shape::Fixed(&[REGLAN, REGLAN]);
    RePlus "re.+": Shape::Fixed(&[REGLAN, REGLAN]);
    ReOpt "re.opt": Shape::Fixed(&[REGLAN, REGLAN]);
    ReComp "re.comp" | "re.complement": Shape::Fixed(&[REGLAN, REGLAN]);
    ReRange "re.range": Shape::Fixed(&[STRING, STRING, REGLAN]);
    // Strings beyond the standard
    /// (cvc5)
    StrRev "str.rev": Shape::Fixed(&[STRING, STRING]);
    /// (cvc5)
    StrToLower "str.to_lower": Shape::Fixed(&[STRING, STRING]);
    /// (cvc5)
    StrToUpper "str.to_upper": Shape::Fixed(&[STRING, STRING]);
    /// (cvc5)
    StrUpdate "str.update": Shape::Fixed(&[STRING, INT, STRING, STRING]);
    /// (cvc5)
    StrIndexofRe "str.indexof_re": Shape::Fixed(&[STRING, REGLAN, INT, INT]);
    // Sequences, as z3 and cvc5 have them
    SeqUnit "seq.unit": Shape::Own;
    SeqConcat "seq.++": Shape::Own;
    SeqLen "seq.len": Shape::Own;
    /// an element
    SeqNth "seq.nth": Shape::Own;
    /// a sequence of one element or none
    SeqAt "seq.at": Shape::Own;
    SeqExtract "seq.extract": Shape::Own;
    SeqPrefixof "seq.prefixof": Shape::Own;
    SeqSuffixof "seq.suffixof": Shape::Own;
    SeqContains "seq.contains": Shape::Own;
    SeqIndexof "seq.indexof": Shape::Own;
    /// (z3)
    SeqLastIndexof "seq.last_indexof": Shape::Own;
    SeqReplace "seq.replace": Shape::Own;
    SeqReplaceAll "seq.replace_all": Shape::Own;
    /// (cvc5)
    SeqRev "seq.rev": Shape::Own;
    /// (cvc5)
    SeqUpdate "seq.update": Shape::Own;
}

impl Op {
    /// The operator without indices that has this name; `-` is [`Op::Sub`].
    pub fn named(name: &str) -> Option<Op> {
        static NAMES: LazyLock<FxHashMap<&'static str, Op>> = LazyLock::new(|| {
            let mut names = Op::names();
            names.remove("- ");
            names.insert("-", Op::Sub);
            names
        });
        NAMES.get(name).copied()
    }

    /// Returns whether it is an operator on sequences, or makes one.
    pub(crate) fn is_on_sequences(self) -> bool {
        use Op::{
            SeqAt, SeqConcat, SeqContains, SeqEmpty, SeqExtract, SeqIndexof, SeqLastIndexof,
            SeqLen, SeqNth, SeqPrefixof, SeqReplace, SeqReplaceAll, SeqRev, SeqSuffixof, SeqUnit,
            SeqUpdate,
        };
        matches!(
            self,
            SeqEmpty(_)
                | SeqUnit
                | SeqConcat
                | SeqLen
                | SeqNth
                | SeqAt
                | SeqExtract
                | SeqPrefixof
                | SeqSuffixof
                | SeqContains
                | SeqIndexof
                | SeqLastIndexof
                | SeqReplace
                | SeqReplaceAll
                | SeqRev
                | SeqUpdate
        )
    }

    /// Returns whether no theory has the operator: those of the standard, and the one of sequences that
    /// z3 and cvc5 share.
    pub fn is_extension(self) -> bool {
        use Op::{
            Acosh, Arccos, Arccot, Arccsc, Arcsec, Arcsin, Arctan, Asinh, Atanh, BvRedand, BvRedor,
            Cos, Cosh, Cot, Csc, Exp, FpToIeeeBv, IntAnd, Log2, Pi, Pow2, Power, Rem, Sec,
            SeqLastIndexof, SeqRev, SeqUpdate, Sin, Sinh, Sqrt, StrIndexofRe, StrRev, StrToLower,
            StrToUpper, StrUpdate, Tan, Tanh,
        };
        matches!(
            self,
            Rem | Power
                | Pow2
                | Log2
                | IntAnd(_)
                | Pi
                | Exp
                | Sqrt
                | Sin
                | Cos
                | Tan
                | Csc
                | Sec
                | Cot
                | Arcsin
                | Arccos
                | Arctan
                | Arccsc
                | Arcsec
                | Arccot
                | Sinh
                | Cosh
                | Tanh
                | Asinh
                | Acosh
                | Atanh
                | BvRedor
                | BvRedand
                | FpToIeeeBv
                | StrRev
                | StrToLower
                | StrToUpper
                | StrUpdate
                | StrIndexofRe
                | SeqLastIndexof
                | SeqRev
                | SeqUpdate
        )
    }
}
