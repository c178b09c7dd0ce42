// SPDX-License-Identifier: MIT
package ninefold.host;

import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.Map;
import java.util.Set;

/**
 * Loads a bot's classes. The classes of the interface always come from the host, so that copies
 * which a jar bundles are not different types; all others come from the bot's file where it has
 * them (its own UTTTFactory, its own Simulator), else from the host.
 */
final class BotLoader extends URLClassLoader {
    static final String NAME = "bot";

    private static final Set<String> INTERFACE = Set.of(
            "uttt.game.BoardInterface", "uttt.game.GameRunnerInterface",
            "uttt.game.MarkInterface", "uttt.game.PlayerInterface",
            "uttt.game.SimulatorInterface", "uttt.game.UserInterface",
            "uttt.utils.Move", "uttt.utils.Symbol");

    private final URL url;
    private final Map<String, byte[]> compiled;
    private final String missingFolders;

    /** {@code compiled}: classes of a source file; {@code missingFolders}: of {@link BotFile}. */
    BotLoader(URL url, Map<String, byte[]> compiled, String missingFolders) {
        super(NAME, new URL[] {url}, BotLoader.class.getClassLoader());
        this.url = url;
        this.compiled = compiled;
        this.missingFolders = missingFolders;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("java.") || INTERFACE.contains(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try {
                return findClass(name);
            } catch (ClassNotFoundException e) {
                return super.loadClass(name, resolve);
            }
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = compiled.get(name);
        if (bytes == null) {
            return super.findClass(name);
        }
        CodeSource source = new CodeSource(url, (CodeSigner[]) null);
        return defineClass(name, bytes, 0, bytes.length, source);
    }

    @Override
    public URL findResource(String name) {
        URL found = super.findResource(name);
        boolean lacks = found == null && !missingFolders.isEmpty();
        return lacks && name.startsWith(missingFolders)
                ? super.findResource(name.substring(missingFolders.length())) : found;
    }
}
