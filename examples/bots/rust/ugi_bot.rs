// SPDX-License-Identifier: MIT
//
// A first bot in Rust that speaks UGI, the protocol of docs/protocol.md, under all three rulesets.
// It wins a block where it can, else stops the opponent from winning one, else takes the centre of
// a block, else plays at random. Change `score` first: it is the whole strategy.
//
//     rustc -O -o ugi_bot ugi_bot.rs
//
// Blocks and cells are numbered 0 to 8, row by row. A move is two digits: block, then cell.
use std::io::{self, BufRead, Write};
use std::str::SplitWhitespace;

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];

/// Under `correspondence`, the blocks that each cell sends to.
const NEIGHBOURS: [&[usize]; 9] =
    [&[1, 3], &[0, 2], &[1, 5], &[0, 6], &[4], &[2, 8], &[3, 7], &[6, 8], &[5, 7]];

/// What each of nine places holds: 'x', 'o' or '-'.
type Nine = [char; 9];

fn other(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

fn has_line(places: &Nine, side: char) -> bool {
    LINES.iter().any(|line| line.iter().all(|&i| places[i] == side))
}

struct Game {
    blocks: [Nine; 9],
    /// Who has won each block.
    owners: Nine,
    /// Who is to move.
    side: char,
    /// The cell that decides where the mover must play.
    last_cell: Option<usize>,
    ruleset: String,
}

impl Game {
    fn new(ruleset: &str) -> Game {
        Game {
            blocks: [['-'; 9]; 9],
            owners: ['-'; 9],
            side: 'x',
            last_cell: None,
            ruleset: ruleset.to_string(),
        }
    }

    /// Reads `BLOCKS SIDE TARGET RULESET`; the first word has been taken off already.
    fn read(blocks: &str, words: &mut SplitWhitespace) -> Game {
        let mut game = Game::new("standard");
        let mut place = 0;
        for c in blocks.chars().filter(|&c| c != '/') {
            match c.to_digit(10) {
                Some(run) => place += run as usize, // that many empty cells
                None => {
                    game.blocks[place / 9][place % 9] = c;
                    place += 1;
                }
            }
        }
        for block in 0..9 {
            game.find_owner(block, 'x');
            game.find_owner(block, 'o');
        }
        game.side = words.next().unwrap_or("x").chars().next().unwrap_or('x');
        game.last_cell = words.next().and_then(|target| target.parse().ok());
        // The tie-break behind a + does not change the moves.
        let ruleset = words.next().unwrap_or("standard");
        game.ruleset = ruleset.split('+').next().unwrap_or(ruleset).to_string();
        game
    }

    fn find_owner(&mut self, block: usize, side: char) {
        if self.owners[block] == '-' && has_line(&self.blocks[block], side) {
            self.owners[block] = side;
        }
    }

    fn play(&mut self, block: usize, cell: usize) {
        self.blocks[block][cell] = self.side;
        self.find_owner(block, self.side);
        self.last_cell = Some(cell);
        self.side = other(self.side);
    }

    /// Only under `open` do won blocks stay in play.
    fn is_open(&self, block: usize) -> bool {
        self.blocks[block].contains(&'-') && (self.owners[block] == '-' || self.ruleset == "open")
    }

    fn is_target(&self, block: usize) -> bool {
        match self.last_cell {
            None => false,
            Some(cell) if self.ruleset == "correspondence" => NEIGHBOURS[cell].contains(&block),
            Some(cell) => cell == block,
        }
    }

    fn legal_moves(&self) -> Vec<(usize, usize)> {
        let open: Vec<usize> = (0..9).filter(|&block| self.is_open(block)).collect();
        let sent: Vec<usize> = open.iter().copied().filter(|&b| self.is_target(b)).collect();
        let targets = if sent.is_empty() { open } else { sent }; // no open target: a free move
        let mut moves = Vec::new();
        for block in targets {
            for cell in (0..9).filter(|&cell| self.blocks[block][cell] == '-') {
                moves.push((block, cell));
            }
        }
        moves
    }

    fn wins_block(&self, (block, cell): (usize, usize), side: char) -> bool {
        let mut cells = self.blocks[block];
        cells[cell] = side;
        self.owners[block] == '-' && has_line(&cells, side)
    }
}

/// How much we like a move.
fn score(game: &Game, at: (usize, usize)) -> i32 {
    if game.wins_block(at, game.side) {
        3
    } else if game.wins_block(at, other(game.side)) {
        2
    } else if at.1 == 4 {
        1
    } else {
        0
    }
}

/// Random numbers of our own (xorshift): the standard library has none.
struct Random(u64);

impl Random {
    fn seeded(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1))
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}

/// One of the moves that we like best, as text.
fn choose(game: &Game, random: &mut Random) -> String {
    let moves = game.legal_moves();
    let best = moves.iter().map(|&at| score(game, at)).max();
    let good: Vec<_> = moves.into_iter().filter(|&at| Some(score(game, at)) == best).collect();
    if good.is_empty() {
        return "none".to_string();
    }
    let (block, cell) = good[random.below(good.len())];
    format!("{block}{cell}")
}

/// The words after `position`: a position or `startpos`, then perhaps `moves` and moves.
fn read_game(words: &mut SplitWhitespace, rules: &str) -> Game {
    let first = words.next().unwrap_or("startpos");
    let mut game = if first == "startpos" { Game::new(rules) } else { Game::read(first, words) };
    for played in words.skip(1) {
        if let Ok(number) = played.parse::<usize>() {
            game.play(number / 10, number % 10);
        }
    }
    game
}

fn main() -> io::Result<()> {
    let mut random = Random::seeded(u64::from(std::process::id()));
    let mut rules = "standard".to_string(); // for `position startpos`
    let mut game = Game::new(&rules);
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        match words.next() {
            Some("ugi") => {
                writeln!(out, "id name Example (Rust)\nid author Ninefold")?;
                writeln!(
                    out,
                    "option name Rules type combo default standard \
                     var standard var open var correspondence"
                )?;
                writeln!(
                    out,
                    "option name Seed type spin default 0 min 0 max 9223372036854775807\nugiok"
                )?;
            }
            Some("isready") => writeln!(out, "readyok")?,
            // setoption name NAME value VALUE
            Some("setoption") => match (words.nth(1), words.nth(1)) {
                (Some("Rules"), Some(value)) => rules = value.to_string(),
                (Some("Seed"), Some(value)) => random = Random::seeded(value.parse().unwrap_or(0)),
                _ => {}
            },
            Some("position") => game = read_game(&mut words, &rules),
            Some("go") => writeln!(out, "bestmove {}", choose(&game, &mut random))?,
            Some("quit") => break,
            _ => {} // unknown commands are to be ignored
        }
        out.flush()?; // the referee waits for our answer: do not keep it in a buffer
    }
    Ok(())
}
