// SPDX-License-Identifier: MIT
package ninefold.host;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a bot's source file, and the sources beside it that it needs, in memory. */
final class SourceCompiler {
    private static final Pattern PACKAGE =
            Pattern.compile("^\\s*package\\s+([\\w.]+)\\s*;", Pattern.MULTILINE);

    private SourceCompiler() {}

    /** The classes by dotted name. All compiler messages go to standard error. */
    static Map<String, byte[]> compile(File source) throws Forfeit, IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new Forfeit("start-failed", "This Java has no compiler, so " + source.getName()
                    + " cannot be compiled: install a JDK, or hand in a jar or class folder.");
        }
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        StandardJavaFileManager disk =
                compiler.getStandardFileManager(messages, Locale.ROOT, StandardCharsets.UTF_8);
        try (Memory memory = new Memory(disk)) {
            List<String> options = List.of("-g", "-proc:none", "-implicit:class",
                    "-classpath", System.getProperty("java.class.path"),
                    "-sourcepath", sourceRoot(source).getPath());
            boolean compiled = compiler.getTask(null, memory, messages, options, null,
                    disk.getJavaFileObjects(source)).call();
            report(messages.getDiagnostics());
            if (!compiled) {
                throw new Forfeit("start-failed", summary(messages.getDiagnostics()));
            }
            return memory.classes();
        }
    }

    /** The folder that packages count from: up from the file by its package, if the path agrees. */
    private static File sourceRoot(File source) throws IOException {
        File folder = source.getAbsoluteFile().getParentFile();
        String text = new String(Files.readAllBytes(source.toPath()), StandardCharsets.UTF_8);
        Matcher matcher = PACKAGE.matcher(text);
        if (!matcher.find()) {
            return folder;
        }
        File root = folder;
        String[] parts = matcher.group(1).split("\\.");
        for (int i = parts.length - 1; i >= 0; i--) {
            if (root == null || !root.getName().equals(parts[i])) {
                return folder;
            }
            root = root.getParentFile();
        }
        return root;
    }

    private static void report(List<Diagnostic<? extends JavaFileObject>> messages) {
        for (Diagnostic<? extends JavaFileObject> message : messages) {
            System.err.println(message);
        }
    }

    private static String summary(List<Diagnostic<? extends JavaFileObject>> messages) {
        String first = "";
        int errors = 0;
        for (Diagnostic<? extends JavaFileObject> message : messages) {
            if (message.getKind() == Diagnostic.Kind.ERROR && errors++ == 0) {
                first = where(message) + message.getMessage(Locale.ROOT);
            }
        }
        return "The bot does not compile: " + first
                + (errors > 1 ? " (and " + (errors - 1) + " more)" : "");
    }

    private static String where(Diagnostic<? extends JavaFileObject> message) {
        if (message.getSource() == null) {
            return "";
        }
        String file = new File(message.getSource().getName()).getName();
        return file + ", line " + message.getLineNumber() + ": ";
    }

    /** A file manager that keeps what the compiler writes. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final List<MemoryClass> written = new ArrayList<>();

        Memory(JavaFileManager disk) {
            super(disk);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            MemoryClass file = new MemoryClass(name, kind);
            written.add(file);
            return file;
        }

        Map<String, byte[]> classes() {
            Map<String, byte[]> classes = new HashMap<>();
            for (MemoryClass file : written) {
                classes.put(file.className, file.bytes.toByteArray());
            }
            return classes;
        }
    }

    private static final class MemoryClass extends SimpleJavaFileObject {
        private final String className;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        MemoryClass(String className, Kind kind) {
            super(URI.create("memory:///" + className.replace('.', '/') + kind.extension), kind);
            this.className = className;
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }
}
