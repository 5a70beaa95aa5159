//! A terminal, as far as the program uses one: bytes into rows of text.

/// Rows of characters, with a cursor. What scrolls off the top is kept.
pub(crate) struct Screen {
    columns: usize,
    rows: usize,
    /// All rows that there ever were; the last `rows` of them are seen.
    text: Vec<Vec<char>>,
    row: usize,
    column: usize,
    /// The bytes of a character or of an escape sequence that is not whole yet.
    held: Vec<u8>,
    /// Sequences that change colours.
    pub colours: usize,
    /// Sequences that move the cursor or wipe something.
    pub moves: usize,
}

impl Screen {
    pub fn new(columns: usize, rows: usize) -> Self {
        let text = vec![Vec::new()];
        let (row, column) = (0, 0);
        Self { columns, rows, text, row, column, held: Vec::new(), colours: 0, moves: 0 }
    }

    /// All rows, those that scrolled away first.
    pub fn lines(&self) -> Vec<String> {
        let line = |row: &Vec<char>| row.iter().collect::<String>().trim_end().to_owned();
        self.text.iter().map(line).collect()
    }

    /// Takes what a program wrote.
    pub fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.held.push(byte);
            if self.held[0] == 0x1b {
                let is_whole = self.held.len() > 2 && (0x40..=0x7e).contains(&byte);
                if is_whole {
                    let sequence = String::from_utf8(std::mem::take(&mut self.held)).unwrap();
                    self.obey(&sequence);
                }
            } else if let Ok(text) = std::str::from_utf8(&self.held) {
                let character = text.chars().next().unwrap();
                self.held.clear();
                self.put(character);
            }
        }
    }

    fn put(&mut self, character: char) {
        match character {
            '\r' => self.column = 0,
            '\n' => self.feed(),
            _ => {
                if self.column == self.columns {
                    self.feed();
                    self.column = 0;
                }
                let row = &mut self.text[self.row];
                if row.len() <= self.column {
                    row.resize(self.column + 1, ' ');
                }
                row[self.column] = character;
                self.column += 1;
            }
        }
    }

    fn feed(&mut self) {
        self.row += 1;
        if self.row == self.text.len() {
            self.text.push(Vec::new());
        }
    }

    fn obey(&mut self, sequence: &str) {
        let (number, letter) = sequence[2..].split_at(sequence.len() - 3);
        let number = number.parse().unwrap_or(1);
        match letter {
            "m" => self.colours += 1,
            "A" => {
                // The cursor stops at the top of what is seen.
                let top = self.text.len().saturating_sub(self.rows);
                self.row = self.row.saturating_sub(number).max(top);
                self.moves += 1;
            }
            "B" => {
                let top = self.text.len().saturating_sub(self.rows);
                self.row = (self.row + number).min(top + self.rows - 1);
                let rows = self.text.len().max(self.row + 1);
                self.text.resize(rows, Vec::new());
                self.moves += 1;
            }
            "K" => {
                self.text[self.row].truncate(self.column);
                self.moves += 1;
            }
            "J" => {
                self.text[self.row].truncate(self.column);
                self.text.truncate(self.row + 1);
                self.moves += 1;
            }
            _ => panic!("the terminal does not know {sequence:?}"),
        }
    }
}

#[test]
fn a_screen_shows_what_a_terminal_shows() {
    let check = |bytes: &str, expected: &[&str]| {
        let mut screen = Screen::new(5, 3);
        screen.write(bytes.as_bytes());
        assert_eq!(screen.lines(), expected, "{bytes:?}");
    };
    check("ab\r\ncd", &["ab", "cd"]);
    check("abcdefg", &["abcde", "fg"]);
    check("ab\r\ncd\r\n\x1b[2A\x1b[Jx", &["x"]);
    check("abc\r\x1b[Kd", &["d"]);
    check("a\r\nb\x1b[1A\r\x1b[Bc", &["a", "c"]);
    check("a\r\x1b[9Bb", &["a", "", "b"]);
    check("1\r\n2\r\n3\r\n4\r\n\x1b[9Ax", &["1", "2", "x", "4", ""]);
    check("\x1b[1mé\x1b[0m", &["é"]);
}
