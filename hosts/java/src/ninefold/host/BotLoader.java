// SPDX-License-Identifier: MIT
package ninefold.host;

import java.net.URL;
import java.net.URLClassLoader;
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

    private final Map<String, byte[]> compiled;

    BotLoader(URL url, Map<String, byte[]> compiled) {
        super(NAME, new URL[] {url}, BotLoader.class.getClassLoader());
        this.compiled = compiled;
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
        return bytes == null ? super.findClass(name) : defineClass(name, bytes, 0, bytes.length);
    }
}
