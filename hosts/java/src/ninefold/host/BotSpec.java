// SPDX-License-Identifier: MIT
package ninefold.host;

import java.io.File;

/**
 * Which bot is meant: a jar, class folder or source file, and a class in it ("" where not said).
 * {@code compiled} is a jar with the classes of a source file that was compiled ahead, or null.
 */
record BotSpec(File file, String className, File compiled) {
    /** Reads {@code FILE[#pkg.Class]}; a file whose own name has a # is taken as it is. */
    static BotSpec parse(String text) {
        int hash = text.lastIndexOf('#');
        if (hash < 0 || new File(text).exists()) {
            return new BotSpec(new File(text), "", null);
        }
        return new BotSpec(new File(text.substring(0, hash)), text.substring(hash + 1), null);
    }

    BotSpec compiledInto(String jar) {
        return new BotSpec(file, className, new File(jar));
    }

    boolean isSource() {
        return file.getName().endsWith(".java");
    }
}
