// SPDX-License-Identifier: MIT
package ninefold.host;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The program: reads the command line, then passes lines between the referee and the host. */
public final class Main {
    private static final String USAGE = """
            usage: java -jar ninefold-host.jar BOT[#pkg.Class]
                   java -jar ninefold-host.jar BOT.java[#pkg.Class] COMPILED.jar
                   java -jar ninefold-host.jar --list BOT
                   java -jar ninefold-host.jar --compile BOT.java FOLDER|-

            Runs a bot written for uttt.game.PlayerInterface and speaks UGI on standard input and
            output. BOT is a jar, a folder of class files or a single .java file; #pkg.Class chooses
            where it holds several bots. --list prints the classes that could be the bot; --compile
            writes a source file's classes into FOLDER, which is then a BOT that starts faster, or as
            a jar to standard output: a COMPILED.jar, with which the source starts as fast.""";

    /** How long a question asked before the end of input may still take. */
    private static final long END_OF_INPUT_GRACE_MS = 10_000;

    private Main() {}

    public static void main(String[] args) {
        if (args.length == 1 && !args[0].startsWith("-")) {
            play(BotSpec.parse(args[0]));
        } else if (args.length == 2 && !args[0].startsWith("-")) {
            play(BotSpec.parse(args[0]).compiledInto(args[1]));
        } else if (args.length == 2 && args[0].equals("--list")) {
            list(BotSpec.parse(args[1]));
        } else if (args.length == 3 && args[0].equals("--compile")) {
            compile(new File(args[1]), args[2]);
        } else if (args.length == 1 && args[0].equals("--help")) {
            System.out.println(USAGE);
        } else {
            System.err.println(USAGE);
            System.exit(2);
        }
    }

    private static void list(BotSpec spec) {
        try {
            for (String candidate : BotFile.open(spec).candidates()) {
                System.out.println(candidate);
            }
        } catch (Forfeit e) {
            fail(e.getMessage());
        }
    }

    private static void compile(File source, String target) {
        try {
            Map<String, byte[]> classes = SourceCompiler.compile(source);
            if (target.equals("-")) {
                writeJar(classes, System.out);
            } else {
                writeFolder(classes, Path.of(target));
            }
        } catch (Forfeit e) {
            fail(e.getMessage());
        } catch (IOException e) {
            fail("Cannot compile " + source + " into " + target + ": " + e.getMessage() + ".");
        }
    }

    private static void writeFolder(Map<String, byte[]> classes, Path folder) throws IOException {
        for (Map.Entry<String, byte[]> c : classes.entrySet()) {
            Path file = folder.resolve(pathOf(c.getKey()));
            Files.createDirectories(file.getParent());
            Files.write(file, c.getValue());
        }
    }

    private static void writeJar(Map<String, byte[]> classes, OutputStream out) throws IOException {
        try (ZipOutputStream jar = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> c : classes.entrySet()) {
                jar.putNextEntry(new ZipEntry(pathOf(c.getKey())));
                jar.write(c.getValue());
            }
        }
    }

    private static String pathOf(String className) {
        return className.replace('.', '/') + ".class";
    }

    private static void fail(String sentence) {
        System.err.println(sentence);
        System.exit(2);
    }

    private static void play(BotSpec spec) {
        Wire wire = new Wire();
        Runtime.getRuntime().addShutdownHook(new ExitWatch(wire));
        Worker worker = new Worker(load(wire, spec));
        worker.setDaemon(true);
        worker.start();
        String line = wire.read();
        while (line != null && !line.trim().equals("quit")) {
            worker.lines.add(line);
            line = wire.read();
        }
        if (line == null) {
            worker.finish();
        }
        Runtime.getRuntime().halt(0);
    }

    private static Host load(Wire wire, BotSpec spec) {
        String name = spec.file().getName();
        try {
            BotFile file = BotFile.open(spec);
            return new Host(wire, name, BotClass.find(file, spec.className()), null);
        } catch (Forfeit forfeit) {
            System.err.println(forfeit.getMessage());
            return new Host(wire, name, null, forfeit);
        }
    }

    /**
     * Answers lines in order, in a thread of its own, so that the main thread sees `quit` and the
     * end of input even while the bot thinks.
     */
    private static final class Worker extends Thread {
        private static final String END = "\n";

        private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final Host host;

        Worker(Host host) {
            super("bot");
            this.host = host;
        }

        @Override
        public void run() {
            try {
                for (String line = next(); line != END; line = next()) {
                    host.handle(line);
                }
            } catch (Throwable ours) { // a host that answers no more must not look like thinking
                ours.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        }

        /** Nobody but the bot could interrupt this thread, and its next move is asked all the same. */
        private String next() {
            while (true) {
                try {
                    return lines.take();
                } catch (InterruptedException e) {
                    // The interrupt is over now.
                }
            }
        }

        /** Waits until the questions already asked are answered. */
        void finish() {
            lines.add(END);
            try {
                join(END_OF_INPUT_GRACE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
