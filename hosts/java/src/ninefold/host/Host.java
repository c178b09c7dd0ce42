// SPDX-License-Identifier: MIT
package ninefold.host;

import java.util.StringTokenizer;
import ninefold.simulator.Simulator;
import uttt.game.BoardInterface;
import uttt.game.PlayerInterface;
import uttt.game.SimulatorInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/**
 * Answers the referee's commands on behalf of one bot. All calls come from one thread, in order.
 * The game it keeps is never shown to the bot, which gets a copy for every move.
 */
final class Host {
    private static final int SINGLE_BLOCK = 4;

    private final Wire wire;
    private final String fileName;
    private final BotClass bot;
    private final Forfeit startFailure;

    private PlayerInterface cross;
    private PlayerInterface circle;
    private boolean gameAnnounced;
    private boolean symbolChecked;
    private String side = "any";
    private String rules = "standard";
    private String tieBreak = "draw";
    /** Whether questions are about plain tic-tac-toe, played in the middle block. */
    private boolean singleBlock;
    private Simulator game = new Simulator();
    private Exception gameProblem;

    /** {@code startFailure} is null, or says why there is no bot. */
    Host(Wire wire, String fileName, BotClass bot, Forfeit startFailure) {
        this.wire = wire;
        this.fileName = fileName;
        this.bot = bot;
        this.startFailure = startFailure;
    }

    void handle(String line) {
        String[] words = words(line);
        try {
            switch (words[0]) {
                case "ugi" -> introduce();
                case "setoption" -> setOption(words);
                case "isready" -> ready();
                case "uginewgame" -> newGame();
                case "position" -> position(words);
                case "go" -> go();
                default -> { } // unknown commands are to be ignored
            }
        } catch (Forfeit forfeit) {
            wire.send(forfeit.line());
        }
    }

    /** The line's words; an empty line is one empty word. */
    private static String[] words(String line) {
        StringTokenizer tokens = new StringTokenizer(line);
        String[] words = new String[Math.max(1, tokens.countTokens())];
        words[0] = "";
        for (int i = 0; tokens.hasMoreTokens(); i++) {
            words[i] = tokens.nextToken();
        }
        return words;
    }

    private void requireBot() throws Forfeit {
        if (startFailure != null) {
            throw startFailure;
        }
    }

    private void introduce() throws Forfeit {
        requireBot();
        wire.send("id name " + (bot.simpleName().isEmpty() ? fileName : bot.simpleName()));
        wire.send("id author unknown (" + fileName + ")");
        wire.send("option name Rules type combo default standard var standard");
        wire.send("option name TieBreak type combo default draw var draw var majority");
        wire.send("option name Side type combo default any var any var x var o");
        wire.send("option name SingleBlock type check default false");
        wire.send("ugiok");
    }

    private void setOption(String[] words) {
        if (words.length != 5) {
            return;
        }
        switch (words[2]) {
            case "Rules" -> rules = words[4];
            case "TieBreak" -> tieBreak = words[4];
            case "Side" -> side = words[4];
            case "SingleBlock" -> singleBlock = words[4].equals("true");
            default -> { }
        }
    }

    private void newGame() {
        cross = null;
        circle = null;
        symbolChecked = false;
        gameAnnounced = true;
        game = new Simulator();
        gameProblem = null;
    }

    /** Constructors run here, before any clock does; without a known side, one for each. */
    private void ready() throws Forfeit {
        requireBot();
        if (gameAnnounced) {
            if (!side.equals("o")) {
                player(Symbol.CROSS);
            }
            if (!side.equals("x")) {
                player(Symbol.CIRCLE);
            }
        }
        warmUp();
        wire.send("readyok");
    }

    /** Loads what a move needs, so that the first one is not charged for it. */
    private void warmUp() {
        try {
            Simulator sample = GameText.read(words("position startpos moves 44 40 04"), "standard");
            sample.copy().isMovePossible(4, 1);
        } catch (Forfeit | GameText.BadText e) {
            throw new IllegalStateException(e);
        }
    }

    private PlayerInterface player(Symbol symbol) throws Forfeit {
        if (cross == null && (symbol == Symbol.CROSS || !bot.dependsOnSide())) {
            cross = bot.make(Symbol.CROSS);
        }
        if (circle == null && symbol == Symbol.CIRCLE) {
            circle = bot.dependsOnSide() ? bot.make(Symbol.CIRCLE) : cross;
        }
        return symbol == Symbol.CROSS ? cross : circle;
    }

    /** Problems are kept for `go`: `position` is not a question. */
    private void position(String[] words) {
        gameProblem = null;
        try {
            game = GameText.read(words, rules + "+" + tieBreak);
        } catch (Forfeit | GameText.BadText problem) {
            gameProblem = problem;
        }
    }

    private void go() throws Forfeit {
        requireBot();
        if (gameProblem instanceof Forfeit forfeit) {
            throw forfeit;
        }
        if (gameProblem != null) {
            wire.send("info string the position was not understood: " + gameProblem.getMessage());
            wire.send("bestmove none");
        } else if (game.isGameOver()) {
            wire.send("bestmove none");
        } else if (singleBlock) {
            int cell = askSingleBlock(player(game.getCurrentPlayerSymbol()));
            wire.send("bestmove " + SINGLE_BLOCK + cell);
        } else {
            Move move = ask(player(game.getCurrentPlayerSymbol()));
            wire.send("bestmove " + move.getBoardIndex() + move.getMarkIndex());
        }
    }

    private Move ask(PlayerInterface player) throws Forfeit {
        Move move;
        try {
            checkSymbol(player);
            SimulatorInterface copy = game.copy();
            move = player.getPlayerMove(copy, null);
            if (move != null) {
                // A subclass of Move could answer differently each time it is asked, or throw.
                move = new Move(move.getBoardIndex(), move.getMarkIndex());
            }
        } catch (Throwable thrown) {
            throw Blame.of(thrown, "crash", "getPlayerMove");
        }
        if (move == null) {
            throw new Forfeit("garbage", "getPlayerMove returned null instead of a Move.");
        }
        String fault = fault(move.getBoardIndex(), move.getMarkIndex());
        if (fault != null) {
            throw new Forfeit("illegal-move", "getPlayerMove returned " + move + ": " + fault);
        }
        return move;
    }

    private int askSingleBlock(PlayerInterface player) throws Forfeit {
        BoardInterface board = game.copy().getBoards()[SINGLE_BLOCK];
        int cell;
        try {
            checkSymbol(player);
            cell = player.getPlayerMove(board, null);
        } catch (Throwable thrown) {
            throw Blame.of(thrown, "crash", "getPlayerMove(BoardInterface, …)");
        }
        if (cell == -1) {
            throw new Forfeit("garbage", "getPlayerMove(BoardInterface, …) returned -1: this player"
                    + " does not play plain tic-tac-toe.");
        }
        if (cell < 0 || cell > 8
                || !game.getBoards()[SINGLE_BLOCK].isMovePossible(cell)) {
            throw new Forfeit("illegal-move", "getPlayerMove(BoardInterface, …) returned " + cell
                    + (cell < 0 || cell > 8 ? ": it must be 0 to 8."
                            : ": that mark is already taken."));
        }
        return cell;
    }

    /** A bot that believes it is the other side gets a note, and may keep playing. */
    private void checkSymbol(PlayerInterface player) {
        if (symbolChecked) {
            return;
        }
        symbolChecked = true;
        Symbol claimed = player.getSymbol();
        Symbol actual = game.getCurrentPlayerSymbol();
        if (claimed != actual) {
            String text = "getSymbol() says " + (claimed == null ? "null" : claimed.name())
                    + ", but the bot plays " + actual.name()
                    + ": a constructor that takes a Symbol learns which.";
            System.err.println(text);
            wire.send("info string " + text);
        }
    }

    /** Why the move is against the rules, or null. */
    private String fault(int block, int cell) {
        if (block < 0 || block > 8 || cell < 0 || cell > 8) {
            return "both numbers must be 0 to 8.";
        }
        int target = game.getIndexNextBoard();
        if (target != -1 && block != target) {
            return "the move must be in board " + target + " (getIndexNextBoard()).";
        }
        if (game.getBoards()[block].isClosed()) {
            return "board " + block + " is closed.";
        }
        return game.isMovePossible(block, cell) ? null : "that mark is already taken.";
    }
}
