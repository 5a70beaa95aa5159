//! Scripts are read, sort-checked, printed and read again; wrong ones are refused where they are wrong.

use smtlib::Script;

/// The script as it is printed; printing what was read from that must change nothing.
fn check(text: &str) -> String {
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let printed = script.to_string();
    let again = Script::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(again.to_string(), printed);
    printed
}

#[test]
fn smoke() {
    let text = r#"(set-logic ALL)
(declare-const a Int)
(declare-fun f (Int Real) Bool)
(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
(declare-const l (List Int))
(define-fun-rec len ((x (List Int))) Int (match x ((nil 0) ((cons h t) (+ 1 (len t))))))
(assert (! (= (len (cons 1 (as nil (List Int)))) 1) :named n))
(assert (let ((x a) (y (+ a 1))) (forall ((a Int)) (=> (f a 1.5) (< x a y)))))
(push 1)
(assert (= #x0f (bvadd #b00001111 (_ bv3 8)) ((_ extract 7 0) #xabcd)))
(check-sat)
(pop 1)
(assert (= "a\u{20}b""c" (str.++ "a" "b")))
(assert (fp.leq (fp #b0 #b10 #b1) (_ +oo 2 2)))
(assert ((_ is cons) l))
(check-sat-assuming ((> a 0)))
(get-value (a l))
"#;
    println!("{}", check(text));
}
