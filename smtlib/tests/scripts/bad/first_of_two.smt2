; error: 2:9: this is of sort Int, not Bool
(assert 1)
(assert (
