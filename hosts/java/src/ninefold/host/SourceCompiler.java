// SPDX-License-Identifier: MIT
package ninefold.host;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles a bot's source file, and the sources beside it that it needs, in memory. */
final class SourceCompiler {
    private SourceCompiler() {}

    /** The classes by dotted name. All compiler messages go to standard error. */
    static Map<String, byte[]> compile(File source) throws Forfeit, IOException {
        SourceRoot root = SourceRoot.of(source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new Forfeit("start-failed", "This Java has no compiler, so " + source.getName()
                    + " cannot be compiled: install a JDK, or hand in a jar or class folder.");
        }
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        StandardJavaFileManager disk =
                compiler.getStandardFileManager(messages, Locale.ROOT, StandardCharsets.UTF_8);
        try (Memory memory = new Memory(disk, root)) {
            List<String> options = List.of("-g", "-proc:none", "-implicit:class",
                    "-classpath", System.getProperty("java.class.path"),
                    "-sourcepath", root.folder().getPath());
            boolean compiled = compiler.getTask(null, memory, messages, options, null,
                    disk.getJavaFileObjects(source)).call();
            report(messages.getDiagnostics());
            if (!compiled) {
                throw new Forfeit("start-failed", summary(messages.getDiagnostics()));
            }
            return memory.classes();
        }
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

    /** A file manager that finds sources from their root, and keeps what the compiler writes. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final List<MemoryClass> written = new ArrayList<>();
        private final SourceRoot root;

        Memory(JavaFileManager disk, SourceRoot root) {
            super(disk);
            this.root = root;
        }

        @Override
        public Iterable<JavaFileObject> list(Location location, String packageName,
                Set<JavaFileObject.Kind> kinds, boolean recurse) throws IOException {
            if (location != StandardLocation.SOURCE_PATH) {
                return super.list(location, packageName, kinds, recurse);
            }
            String below = root.below(packageName + ".", ".");
            return below == null ? List.of()
                    : super.list(location, withoutDot(below), kinds, recurse);
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            String name = super.inferBinaryName(location, file);
            return location == StandardLocation.SOURCE_PATH && name != null
                    ? root.prefix(".") + name : name;
        }

        private static String withoutDot(String name) {
            return name.isEmpty() ? name : name.substring(0, name.length() - 1);
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
