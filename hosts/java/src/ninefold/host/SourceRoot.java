// SPDX-License-Identifier: MIT
package ninefold.host;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder that a source file's packages count from, and the packages that have no folder of
 * their own there: a file of the package {@code alice.ai} in {@code bot/} counts from {@code bot/},
 * which then is the package itself.
 */
record SourceRoot(File folder, List<String> missing) {
    private static final Pattern PACKAGE =
            Pattern.compile("^\\s*package\\s+([\\w.]+)\\s*;", Pattern.MULTILINE);

    /** Up from the file by its package, as far as the folders agree. */
    static SourceRoot of(File source) throws IOException {
        File folder = source.getAbsoluteFile().getParentFile();
        String text = new String(Files.readAllBytes(source.toPath()), StandardCharsets.UTF_8);
        Matcher matcher = PACKAGE.matcher(text);
        List<String> parts =
                matcher.find() ? Arrays.asList(matcher.group(1).split("\\.")) : List.of();
        int end = parts.size();
        while (end > 0 && folder.getParentFile() != null
                && folder.getName().equals(parts.get(end - 1))) {
            folder = folder.getParentFile();
            end--;
        }
        return new SourceRoot(folder, parts.subList(0, end));
    }

    /** What the folder stands for: "alice.ai." with dots, or "". */
    String prefix(String separator) {
        return missing.isEmpty() ? "" : String.join(separator, missing) + separator;
    }

    /** Where a name, of a package or a path, is to be looked for below the folder; null: nowhere. */
    String below(String name, String separator) {
        String prefix = prefix(separator);
        return name.startsWith(prefix) ? name.substring(prefix.length()) : null;
    }
}
