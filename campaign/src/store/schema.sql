-- A campaign. What was asked is what `chunk` holds: nothing else says which formulas are done.
CREATE TABLE track (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    grammar TEXT NOT NULL,        -- a digest of the grammar
    sequence TEXT NOT NULL,       -- the order of the formulas, as JSON
    UNIQUE (name, grammar, sequence)
);
CREATE TABLE setting (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,     -- what tells it from others, on any machine
    name TEXT NOT NULL,
    description TEXT NOT NULL     -- the solver, as JSON
);
-- What a solver said of formulas that follow each other, a byte and 16 bits (little endian) each:
-- the code of the outcome, and the time, whose logarithm is kept.
CREATE TABLE chunk (
    track INTEGER NOT NULL REFERENCES track,
    setting INTEGER NOT NULL REFERENCES setting,
    first INTEGER NOT NULL,
    length INTEGER NOT NULL,
    outcomes BLOB NOT NULL,
    times BLOB NOT NULL,
    PRIMARY KEY (track, setting, first)
) WITHOUT ROWID;
CREATE TABLE finding (
    id INTEGER PRIMARY KEY,
    track INTEGER NOT NULL REFERENCES track,
    number INTEGER NOT NULL,      -- the formula's number in the track
    solver TEXT NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    size INTEGER NOT NULL,
    operators TEXT NOT NULL,      -- sorted, separated by spaces
    finding TEXT NOT NULL,        -- all of it, as JSON
    run INTEGER NOT NULL REFERENCES run,
    UNIQUE (track, number, solver, kind)
);
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    plan TEXT NOT NULL,           -- what was asked for, as JSON
    version TEXT NOT NULL         -- etude's
);
