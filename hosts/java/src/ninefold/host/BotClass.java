// SPDX-License-Identifier: MIT
package ninefold.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import uttt.game.PlayerInterface;
import uttt.utils.Symbol;

/**
 * The bot's class, chosen and checked, ready to make a player for each game. Choosing runs none of
 * the bot's code; making a player runs its static initialisers and its constructor, in a thread of
 * their own and under a limit.
 */
final class BotClass {
    /** Ten seconds as in the original course; the referee's own start-up limit may be shorter. */
    private static final long CONSTRUCTOR_LIMIT_MS =
            Long.getLong("ninefold.constructor-limit-ms", 10_000);

    private static final String FACTORY = "uttt.UTTTFactory";

    /** Players that ask a person; a project brings one along beside its bot. */
    private static final String[] PERSONS = {"human", "manual"};

    private final String label;
    private final ClassLoader loader;
    private final Constructor<?> withSymbol;
    private final Constructor<?> plain;
    private final Method setSymbol;
    private final Method factory;
    /** Takes over where the factory makes no player; may be null. */
    private BotClass otherwise;

    private BotClass(Class<?> type) throws Forfeit {
        label = type.getName();
        loader = type.getClassLoader();
        factory = factoryMethod(type);
        withSymbol = factory == null ? constructor(type, Symbol.class) : null;
        plain = factory == null && withSymbol == null ? constructor(type) : null;
        setSymbol = plain == null ? null : symbolSetter(type);
        if (factory == null && withSymbol == null && plain == null) {
            throw new Forfeit("start-failed", "The class " + label
                    + " needs a constructor that takes a Symbol, or one that takes nothing.");
        }
    }

    /**
     * Finds the class that {@code wanted} names; with "" the project's own factory, as in the
     * course, else the only player there is.
     */
    static BotClass find(BotFile file, String wanted) throws Forfeit {
        BotLoader loader = file.loader();
        List<String> candidates = withoutPersons(file.candidates());
        String name = wanted;
        if (name.isEmpty() && hasOwnFactory(file, loader)) {
            System.err.println("Taking the player that " + FACTORY + ".createBonusPlayer of "
                    + file.fileName() + " makes.");
            BotClass bot = new BotClass(load(loader, FACTORY));
            bot.otherwise = candidates.size() == 1
                    ? new BotClass(load(loader, candidates.get(0))) : null;
            return bot;
        } else if (name.isEmpty() && candidates.size() == 1) {
            name = candidates.get(0);
        } else if (name.isEmpty()) {
            throw new Forfeit("start-failed", candidates.isEmpty()
                    ? file.nothingFound()
                    : several(file, candidates) + " Choose one: " + file.fileName() + "#"
                            + candidates.get(0));
        } else if (!file.has(name)) {
            throw new Forfeit("start-failed", "There is no class " + name + " in "
                    + file.fileName() + (candidates.isEmpty() ? "."
                            : "; its bots are " + String.join(", ", candidates) + "."));
        }
        return new BotClass(load(loader, name));
    }

    /** The class's own name; empty where only the factory knows which class it will be. */
    String simpleName() {
        return factory != null ? "" : label.substring(Math.max(label.lastIndexOf('.'), label.lastIndexOf('$')) + 1);
    }

    /** Whether each side needs an object of its own. */
    boolean dependsOnSide() {
        return plain == null || setSymbol != null;
    }

    /** A new player for that side; the thread that asks it must be the one that calls this. */
    PlayerInterface make(Symbol side) throws Forfeit {
        // Libraries look for classes and resources there, and the new thread inherits it.
        Thread.currentThread().setContextClassLoader(loader);
        Maker maker = new Maker(side);
        maker.setDaemon(true);
        maker.start();
        try {
            maker.join(CONSTRUCTOR_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (maker.isAlive()) {
            throw new Forfeit("start-failed", "The constructor of " + label
                    + " takes longer than " + CONSTRUCTOR_LIMIT_MS + " ms.");
        }
        boolean isNone = factory != null && (maker.thrown instanceof UnsupportedOperationException
                || maker.thrown == null && maker.player == null);
        if (isNone && otherwise != null) {
            System.err.println(label + ".createBonusPlayer makes no player; taking "
                    + otherwise.label + ".");
            return otherwise.make(side);
        }
        if (maker.thrown != null) {
            throw Blame.of(maker.thrown, "start-failed", factory == null
                    ? "The constructor of " + label : label + ".createBonusPlayer");
        }
        if (maker.player == null) {
            throw new Forfeit("start-failed", label + ".createBonusPlayer returned null.");
        }
        return maker.player;
    }

    /** Runs the constructor. Its fields are read only after it has ended. */
    private final class Maker extends Thread {
        private final Symbol side;
        private PlayerInterface player;
        private Throwable thrown;

        Maker(Symbol side) {
            super("bot-constructor");
            this.side = side;
        }

        @Override
        public void run() {
            try {
                player = (PlayerInterface) construct();
            } catch (InvocationTargetException e) {
                thrown = e.getCause();
            } catch (ReflectiveOperationException | RuntimeException | Error e) {
                thrown = e;
            }
            if (thrown instanceof ExceptionInInitializerError && thrown.getCause() != null) {
                thrown = thrown.getCause();
            }
        }

        private Object construct() throws ReflectiveOperationException {
            if (factory != null) {
                return factory.invoke(null, side);
            }
            if (withSymbol != null) {
                return withSymbol.newInstance(side);
            }
            Object made = plain.newInstance();
            if (setSymbol != null) {
                setSymbol.invoke(made, side);
            }
            return made;
        }
    }

    private static List<String> withoutPersons(List<String> candidates) {
        List<String> bots = new ArrayList<>();
        for (String name : candidates) {
            if (!asksAPerson(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))) {
                bots.add(name);
            }
        }
        return bots.isEmpty() ? candidates : bots;
    }

    private static boolean asksAPerson(String simpleName) {
        for (String person : PERSONS) {
            if (simpleName.startsWith(person)) {
                return true;
            }
        }
        return false;
    }

    private static String several(BotFile file, List<String> candidates) {
        return file.fileName() + " holds " + candidates.size() + " bots: "
                + String.join(", ", candidates) + ".";
    }

    private static boolean hasOwnFactory(BotFile file, BotLoader loader) throws Forfeit {
        return file.has(FACTORY) && factoryMethod(load(loader, FACTORY)) != null;
    }

    private static Class<?> load(BotLoader loader, String name) throws Forfeit {
        try {
            Class<?> type = Class.forName(name, false, loader);
            type.getDeclaredConstructors(); // forces what these name to load now, not in a game
            if (PlayerInterface.class.isAssignableFrom(type)) {
                if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
                    throw new Forfeit("start-failed", "The class " + name
                            + " is abstract; name one that can be constructed.");
                }
            } else if (factoryMethod(type) == null) {
                throw new Forfeit("start-failed", "The class " + name
                        + " does not implement uttt.game.PlayerInterface.");
            }
            return type;
        } catch (ClassNotFoundException | LinkageError e) {
            throw Blame.of(e, "start-failed", "The class " + name);
        }
    }

    private static Constructor<?> constructor(Class<?> type, Class<?>... parameters) {
        try {
            Constructor<?> found = type.getDeclaredConstructor(parameters);
            found.setAccessible(true);
            return found;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static Method symbolSetter(Class<?> type) {
        try {
            Method found = type.getMethod("setSymbol", Symbol.class);
            found.setAccessible(true);
            return found;
        } catch (NoSuchMethodException | LinkageError e) {
            return null;
        }
    }

    /** The course's way to ask a whole project for its computer player. */
    private static Method factoryMethod(Class<?> type) {
        if (!type.getName().equals(FACTORY)) {
            return null;
        }
        try {
            return type.getMethod("createBonusPlayer", Symbol.class);
        } catch (NoSuchMethodException | LinkageError e) {
            return null;
        }
    }
}
