// SPDX-License-Identifier: MIT
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import uttt.game.PlayerInterface;
import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/**
 * Uses memory as students' tree searches do: every node keeps a copy of the board, the tree grows
 * for the whole move, and the clock is looked at after every node. Its budget is 2.6 s of a course's
 * 3 s; what a move takes beyond that is the Java machine's doing, most of all its garbage
 * collector's. bench/java_collectors measures it. It does not look at the rules.
 */
public class TreeGrower implements PlayerInterface {
    private static final long BUDGET_NS = Long.getLong("budget-ms", 2600) * 1_000_000;
    /** About 450 MiB, of the 640 that a bot with 1 GiB gets. */
    private static final int MOST_NODES = Integer.getInteger("nodes", 1_000_000);

    private final Symbol symbol;
    private final Random random = new Random(1);

    public TreeGrower(Symbol symbol) {
        this.symbol = symbol;
    }

    private static final class Node {
        final int[] board;
        final List<Node> children = new ArrayList<>();
        double value;

        Node(int[] board) {
            this.board = board;
        }
    }

    @Override
    public Symbol getSymbol() {
        return symbol;
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        long begin = System.nanoTime();
        List<Node> nodes = new ArrayList<>();
        nodes.add(new Node(new int[81]));
        int steps = 0;
        for (; System.nanoTime() - begin < BUDGET_NS; steps++) {
            Node node = nodes.get(random.nextInt(nodes.size()));
            Node child = new Node(node.board.clone());
            child.board[random.nextInt(81)]++;
            for (int i = 0; i < 20; i++) {
                child.value += child.board.clone()[random.nextInt(81)]; // a playout's garbage
            }
            if (nodes.size() < MOST_NODES) {
                node.children.add(child);
                nodes.add(child);
            }
        }
        System.err.printf("took %.3f s, %d steps, %d nodes%n", (System.nanoTime() - begin) / 1e9,
                steps, nodes.size());
        return firstMove(game);
    }

    private static Move firstMove(SimulatorInterface game) {
        for (int board = 0; board < 9; board++) {
            for (int mark = 0; mark < 9 && game.isMovePossible(board); mark++) {
                if (game.isMovePossible(board, mark)) {
                    return new Move(board, mark);
                }
            }
        }
        return null;
    }
}
