; sat
(declare-datatype Tree ((node (children (Array Int Tree))) (leaf)))
(declare-const t Tree)
(assert ((_ is node) t))
(assert ((_ is leaf) (select (children t) 3)))
