; error: 2:18: there is no sort `Foo` here
(declare-const x Foo)
