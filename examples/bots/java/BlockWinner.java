// SPDX-License-Identifier: MIT

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import uttt.game.BoardInterface;
import uttt.game.PlayerInterface;
import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/**
 * A first bot in Java. It wins a block where it can, else stops the opponent from winning one, else
 * takes the centre of a block, else plays at random.
 *
 * <p>Everything it knows comes from the interfaces in uttt.game: boards and marks are numbered 0 to
 * 8, row by row, and game.isMovePossible(board, mark) answers what is allowed just now.
 */
public class BlockWinner implements PlayerInterface {
    private final Symbol me;
    private final Random random = new Random();

    /** The game tells us here which side we play: CROSS moves first. */
    public BlockWinner(Symbol symbol) {
        me = symbol;
    }

    @Override
    public Symbol getSymbol() {
        return me;
    }

    /** Called whenever it is our turn. We must return a legal move; ui is null for bots. */
    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        List<Move> best = new ArrayList<>();
        int bestScore = -1;
        for (Move move : legalMoves(game)) {
            int score = score(game, move);
            if (score > bestScore) {
                bestScore = score;
                best.clear();
            }
            if (score == bestScore) {
                best.add(move);
            }
        }
        return best.get(random.nextInt(best.size()));
    }

    private List<Move> legalMoves(SimulatorInterface game) {
        List<Move> moves = new ArrayList<>();
        for (int board = 0; board < 9; board++) {
            for (int mark = 0; mark < 9; mark++) {
                if (game.isMovePossible(board, mark)) {
                    moves.add(new Move(board, mark));
                }
            }
        }
        return moves;
    }

    /** How much we like a move. Change this first: it is the whole strategy. */
    private int score(SimulatorInterface game, Move move) {
        BoardInterface board = game.getBoards()[move.getBoardIndex()];
        int mark = move.getMarkIndex();
        if (wins(board, mark, me)) {
            return 3;
        }
        if (wins(board, mark, me.flip())) {
            return 2; // the opponent would win the block there
        }
        return mark == 4 ? 1 : 0;
    }

    /** Whether that mark would win the board: we try it and take it back. */
    private boolean wins(BoardInterface board, int mark, Symbol player) {
        board.setMarkAt(player, mark);
        boolean won = board.getWinner() == player;
        board.getMarks()[mark].setSymbol(Symbol.EMPTY);
        return won;
    }
}
