// SPDX-License-Identifier: MIT
package ninefold.host;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** A bot's file, opened: where its classes load from, and what they are. */
final class BotFile {
    private static final String PLAYER = "uttt/game/PlayerInterface";

    private final BotSpec spec;
    private final Map<String, byte[]> compiled;
    private File root;
    /** The folders that resources of a source file lack: "alice/ai/", or "". */
    private String missingFolders = "";
    private final Map<String, ClassFile> classes = new HashMap<>();

    private BotFile(BotSpec spec, Map<String, byte[]> compiled) {
        this.spec = spec;
        this.compiled = compiled;
    }

    /** Reads the heads of all classes; compiles a source file. */
    static BotFile open(BotSpec spec) throws Forfeit {
        File file = spec.file();
        if (!file.exists()) {
            throw new Forfeit("start-failed", "There is no file " + file + ".");
        }
        try {
            if (spec.isSource()) {
                BotFile bot = new BotFile(spec, spec.compiled() == null
                        ? SourceCompiler.compile(file) : classesIn(spec.compiled()));
                SourceRoot from = SourceRoot.of(file);
                bot.root = from.folder();
                bot.missingFolders = from.prefix("/");
                bot.addCompiled();
                return bot;
            }
            BotFile bot = new BotFile(spec, Map.of());
            bot.root = file;
            if (file.isDirectory()) {
                bot.addFolder(file);
                bot.findRoot();
            } else {
                bot.addJar();
            }
            return bot;
        } catch (IOException e) {
            throw new Forfeit("start-failed", "Cannot read " + file + ": " + e.getMessage() + ".");
        }
    }

    private static Map<String, byte[]> classesIn(File jar) throws IOException {
        Map<String, byte[]> found = new HashMap<>();
        try (ZipFile zip = new ZipFile(jar)) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                try (InputStream in = zip.getInputStream(entry)) {
                    byte[] bytes = in.readAllBytes();
                    found.put(ClassFile.parse(bytes).name().replace('/', '.'), bytes);
                }
            }
        }
        return found;
    }

    /** What loads its classes and finds its resources. */
    BotLoader loader() throws Forfeit {
        return new BotLoader(url(), compiled, missingFolders);
    }

    String fileName() {
        return spec.file().getName();
    }

    /** What URLClassLoader wants; resources of a source file are those beside it. */
    private URL url() throws Forfeit {
        try {
            return root.toURI().toURL();
        } catch (MalformedURLException e) {
            throw new Forfeit("start-failed", "Cannot use the path " + root + ".");
        }
    }

    boolean has(String dottedName) {
        return classes.containsKey(dottedName.replace('.', '/'));
    }

    /** The dotted names of all classes that could be the bot, sorted. */
    List<String> candidates() {
        List<String> names = new ArrayList<>();
        for (ClassFile c : classes.values()) {
            if (c.isConcrete() && !c.isLocal() && isPlayer(c.name(), 0)) {
                names.add(c.name().replace('/', '.'));
            }
        }
        Collections.sort(names);
        return names;
    }

    /** Whether the class gets PlayerInterface from itself or an ancestor within this file. */
    private boolean isPlayer(String name, int depth) {
        ClassFile c = classes.get(name);
        if (name.equals(PLAYER)) {
            return true;
        }
        if (c == null || depth > classes.size()) {
            return false;
        }
        for (String parent : c.interfaces()) {
            if (isPlayer(parent, depth + 1)) {
                return true;
            }
        }
        return isPlayer(c.superName(), depth + 1);
    }

    /** "Found nothing" in words: what the file holds and what was looked for. */
    String nothingFound() {
        if (classes.isEmpty() && spec.file().isDirectory()) {
            return spec.file() + " holds no class files. Compile the bot first, or name its .java"
                    + " file.";
        }
        return "None of the " + classes.size() + " classes in " + fileName()
                + " implements uttt.game.PlayerInterface.";
    }

    private void add(byte[] bytes, String where) throws IOException {
        try {
            ClassFile c = ClassFile.parse(bytes);
            classes.put(c.name(), c);
        } catch (IOException e) {
            throw new IOException(where + " is not a sound class file (" + e.getMessage() + ")");
        }
    }

    private static boolean isClass(String path) {
        return path.endsWith(".class")
                && !path.endsWith("module-info.class")
                && !path.startsWith("META-INF/");
    }

    private void addCompiled() throws IOException {
        for (Map.Entry<String, byte[]> c : compiled.entrySet()) {
            add(c.getValue(), c.getKey());
        }
    }

    private void addJar() throws IOException {
        try (ZipFile zip = new ZipFile(root)) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (isClass(entry.getName())) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        add(in.readAllBytes(), entry.getName());
                    }
                }
            }
        } catch (ZipException e) {
            throw new IOException("it is not a sound jar (" + e.getMessage() + ")");
        }
    }

    private void addFolder(File folder) throws IOException {
        File[] entries = folder.listFiles();
        if (entries == null) {
            throw new IOException("the folder " + folder + " cannot be listed");
        }
        for (File entry : entries) {
            if (entry.isDirectory()) {
                addFolder(entry);
            } else if (isClass(entry.getName())) {
                add(Files.readAllBytes(entry.toPath()), entry.getPath());
            }
        }
    }

    /**
     * Moves the root up or down where the folder named is not the one that packages count from:
     * bots/alice/ with a class alice.Bot directly in it, or out/ with classes in out/production/.
     */
    private void findRoot() throws IOException {
        for (String candidate : candidates()) {
            String path = candidate.replace('.', '/') + ".class";
            if (new File(root, path).isFile()) {
                return;
            }
            File up = root.getCanonicalFile().getParentFile();
            for (int i = path.indexOf('/'); up != null && i >= 0; i = path.indexOf('/', i + 1)) {
                if (new File(up, path).isFile()) {
                    root = up;
                    return;
                }
                up = up.getParentFile();
            }
            File down = findBelow(root, path);
            if (down != null) {
                root = down;
                return;
            }
        }
    }

    private static File findBelow(File folder, String path) {
        File[] entries = folder.listFiles();
        if (new File(folder, path).isFile()) {
            return folder;
        }
        for (File entry : entries == null ? new File[0] : entries) {
            File found = entry.isDirectory() ? findBelow(entry, path) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
