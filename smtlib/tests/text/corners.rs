//! A table of corner cases, each as the standard's text has it or implies it.

use num_bigint::BigInt;
use smtlib::text::{Regex, Text, saturated};

use crate::text;

/// Checks each line: the left side is what the right side says.
macro_rules! table {
    ($($left:expr => $right:expr;)*) => { $( assert_eq!($left, $right, "{}", stringify!($left)); )* };
}

fn re(characters: &str) -> Regex {
    Regex::literal(text(characters))
}

#[test]
fn parts_of_texts() {
    let abc = text("abc");
    table! {
        text("").len() => 0;
        Text::parse_literal(r"a\u1234T").unwrap().len() => 3;
        Text::parse_literal(r"a\u1234T").unwrap().at(2) => text("T");
        abc.at(0) => text("a");
        abc.at(2) => text("c");
        abc.at(3) => text("");
        abc.at(-1) => text("");
        text("").at(0) => text("");
        abc.substr(0, 3) => abc;
        abc.substr(0, 100) => abc;
        abc.substr(1, 1) => text("b");
        abc.substr(1, i64::MAX) => text("bc");
        abc.substr(2, 0) => text("");
        abc.substr(2, -1) => text("");
        abc.substr(3, 1) => text("");
        abc.substr(-1, 2) => text("");
        abc.substr(i64::MIN, i64::MAX) => text("");
        text("").substr(0, 1) => text("");
        text("abcdefghij").substr(1, 8) => text("bcdefghi");
        text("abc").concat(&text("")).unwrap() => abc;
        text("").concat(&text("abc")).unwrap() => abc;
        text("abcd").concat(&text("efgh")).unwrap() => text("abcdefgh");
        Text::concat_all([&text("a"), &text(""), &text("bcdefghij")]).unwrap() => text("abcdefghij");
    }
}

#[test]
fn occurrences() {
    let aba = text("aba");
    table! {
        text("").prefixof(&aba) => true;
        text("ab").prefixof(&aba) => true;
        aba.prefixof(&text("ab")) => false;
        text("ba").suffixof(&aba) => true;
        text("").suffixof(&text("")) => true;
        text("ab").suffixof(&aba) => false;
        aba.contains(&text("")) => true;
        text("").contains(&text("")) => true;
        text("").contains(&text("a")) => false;
        aba.contains(&text("bab")) => false;
        aba.indexof(&text("a"), 0) => 0;
        aba.indexof(&text("a"), 1) => 2;
        aba.indexof(&text("a"), 3) => -1;
        aba.indexof(&text("a"), -1) => -1;
        aba.indexof(&text(""), 0) => 0;
        aba.indexof(&text(""), 3) => 3;
        aba.indexof(&text(""), 4) => -1;
        aba.indexof(&text(""), -1) => -1;
        aba.indexof(&text(""), i64::MAX) => -1;
        text("").indexof(&text(""), 0) => 0;
        text("").indexof(&text("a"), 0) => -1;
        aba.indexof(&text("abab"), 0) => -1;
    }
}

#[test]
fn replacements() {
    let aba = text("aba");
    table! {
        aba.replace(&text("a"), &text("xy")).unwrap() => text("xyba");
        aba.replace(&text(""), &text("x")).unwrap() => text("xaba");
        aba.replace(&text("c"), &text("x")).unwrap() => aba;
        aba.replace(&aba, &text("")).unwrap() => text("");
        text("").replace(&text(""), &text("x")).unwrap() => text("x");
        aba.replace_all(&text("a"), &text("xy")).unwrap() => text("xybxy");
        aba.replace_all(&text("a"), &text("a")).unwrap() => aba;
        aba.replace_all(&text(""), &text("x")).unwrap() => aba;
        text("").replace_all(&text(""), &text("x")).unwrap() => text("");
        text("aaaaa").replace_all(&text("aa"), &text("b")).unwrap() => text("bba");
        text("aaa").replace_re(&re("a").plus(), &text("b")).unwrap() => text("baa");
        text("aaa").replace_re(&re("a").star(), &text("b")).unwrap() => text("baaa");
        text("xab").replace_re(&re("ab").union(&re("xabc")), &text("")).unwrap() => text("x");
        text("abc").replace_re(&re("bc").union(&re("abc")), &text("-")).unwrap() => text("-");
        text("abc").replace_re(&Regex::none(), &text("-")).unwrap() => text("abc");
        text("").replace_re(&Regex::all(), &text("-")).unwrap() => text("-");
        text("aaa").replace_re_all(&re("a").star(), &text("b")).unwrap() => text("bbb");
        text("aaa").replace_re_all(&re(""), &text("b")).unwrap() => text("aaa");
        text("").replace_re_all(&Regex::all(), &text("b")).unwrap() => text("");
        text("cab").replace_re_all(&re("a").comp(), &text("-")).unwrap() => text("--");
        text("aab").replace_re_all(&re("aa").union(&re("ab")), &text("-")).unwrap() => text("-b");
        text("aab").indexof_re(&re("ab"), 0) => 1;
        text("aab").indexof_re(&re("ab"), 2) => -1;
        text("aab").indexof_re(&re(""), 3) => 3;
        text("aab").indexof_re(&re(""), 4) => -1;
        text("aab").indexof_re(&re("a"), -1) => -1;
    }
}

#[test]
fn integers_and_order() {
    let huge: BigInt = BigInt::from(10).pow(100);
    let digits = "1".to_owned() + &"0".repeat(100);
    table! {
        text("7").is_digit() => true;
        text("77").is_digit() => false;
        text("").is_digit() => false;
        text("/").is_digit() => false;
        text(":").is_digit() => false;
        text("٣").is_digit() => false;
        text("A").to_code() => 65;
        text("").to_code() => -1;
        text("AB").to_code() => -1;
        Text::from_code(65) => text("A");
        Text::from_code(0).len() => 1;
        Text::from_code(-1) => text("");
        Text::from_code(196_607).to_code() => 196_607;
        Text::from_code(196_608) => text("");
        Text::from_code(saturated(&huge)) => text("");
        Text::from_code(0xD800).to_code() => 0xD800;
        text("00123").to_int() => BigInt::from(123);
        text("-123").to_int() => BigInt::from(-1);
        text("").to_int() => BigInt::from(-1);
        text("12a").to_int() => BigInt::from(-1);
        text(&"9".repeat(19)).to_int() => BigInt::from(9_999_999_999_999_999_999_u64);
        text(&"9".repeat(20)).to_int() => BigInt::from(10).pow(20) - 1;
        text(&digits).to_int() => huge;
        text("00000000000000000000000000").to_int() => BigInt::from(0);
        Text::from_int(&BigInt::from(0)) => text("0");
        Text::from_int(&BigInt::from(123)) => text("123");
        Text::from_int(&BigInt::from(-123)) => text("");
        Text::from_int(&huge) => text(&digits);
        text("abc").at(saturated(&huge)) => text("");
        text("abc").substr(1, saturated(&huge)) => text("bc");
        text("abc").substr(saturated(&-&huge), saturated(&huge)) => text("");
        text("abc").indexof(&text(""), saturated(&huge)) => -1;
        text("a") < text("aardvark") => true;
        text("aardvark") < text("aardwolf") => true;
        text("zygomorphic") < text("zygotic") => true;
        text("") < text("") => false;
        text("") <= text("") => true;
        text("b") <= text("abc") => false;
        text("abc").rev() => text("cba");
        text("aZ[é").to_lower() => text("az[é");
        text("az{é").to_upper() => text("AZ{é");
        text("abcdef").update(2, &text("xy")) => text("abxyef");
        text("abc").update(2, &text("xy")) => text("abx");
        text("abc").update(3, &text("xy")) => text("abc");
        text("abc").update(-1, &text("xy")) => text("abc");
    }
}

#[test]
fn ranges_and_counts() {
    let one = |low: &str, high: &str| Regex::range(&text(low), &text(high));
    table! {
        one("a", "c").matches(&text("b")) => true;
        one("a", "c").matches(&text("d")) => false;
        one("a", "c").matches(&text("bb")) => false;
        one("ab", "c") => Regex::none();
        one("a", "bc") => Regex::none();
        one("", "c") => Regex::none();
        one("c", "a") => Regex::none();
        one("a", "a") => re("a");
        re("a").power(0) => re("");
        Regex::none().power(0) => re("");
        Regex::none().star() => re("");
        Regex::none().plus() => Regex::none();
        re("a").repeat(2, 1) => Regex::none();
        re("a").repeat(2, 3).matches(&text("a")) => false;
        re("a").repeat(2, 3).matches(&text("aa")) => true;
        re("a").repeat(2, 3).matches(&text("aaa")) => true;
        re("a").repeat(2, 3).matches(&text("aaaa")) => false;
        re("a").repeat(3, 3) => re("a").power(3);
        re("a").at_least(2).matches(&text("aaaaa")) => true;
        re("a").at_least(2).matches(&text("a")) => false;
        Regex::allchar().matches(&Text::from_code(0x2FFFF)) => true;
        Regex::allchar().matches(&text("")) => false;
        Regex::allchar().star() => Regex::all();
        re("a").diff(&re("a")).matches(&text("a")) => false;
    }
}

#[test]
fn texts_too_long_are_refused() {
    let mut long = text("aa");
    while let Ok(longer) = long.replace_all(&text("a"), &text("aaaa")) {
        assert_eq!(longer.len(), 4 * long.len());
        long = longer;
    }
    assert!(long.len() <= Text::MAX_LENGTH && 4 * long.len() > Text::MAX_LENGTH);
    while let Ok(longer) = long.concat(&long) {
        long = longer;
    }
    assert_eq!(long.len(), Text::MAX_LENGTH);
    assert!(long.concat(&text("a")).is_err() && long.replace(&text("a"), &text("aa")).is_err());
}

#[test]
fn expressions_are_printed_as_terms() {
    let expression = re("a").union(&re("b\"").comp()).concat(&Regex::allchar()).repeat(2, 5).star();
    assert_eq!(
        expression.to_string(),
        "(re.* ((_ re.loop 2 5) (re.++ (re.union (str.to_re \"a\") (re.comp (str.to_re \
         \"b\"\"\"))) re.allchar)))"
    );
    assert_eq!(
        re("ab").at_least(3).to_string(),
        "(re.++ ((_ re.^ 3) (str.to_re \"ab\")) (re.* (str.to_re \"ab\")))"
    );
}
