// SPDX-License-Identifier: MIT
package ninefold.host;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;

/**
 * The real standard input and output. Opening it takes both away from the bot: what the bot prints
 * goes to standard error, and its standard input is empty. Any thread may send.
 */
final class Wire {
    private final OutputStream out = new FileOutputStream(outputDescriptor());
    private final BufferedReader in = new BufferedReader(new InputStreamReader(
            new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));

    Wire() {
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
    }

    /**
     * The descriptor that java-host set aside, so that the JVM's own report of a crash does not
     * get among the answers; else standard output.
     */
    private static FileDescriptor outputDescriptor() {
        Integer number = Integer.getInteger("ninefold.output");
        if (number == null) {
            return FileDescriptor.out;
        }
        try {
            Constructor<FileDescriptor> maker =
                    FileDescriptor.class.getDeclaredConstructor(int.class);
            maker.setAccessible(true);
            return maker.newInstance(number);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("descriptor " + number + " cannot be used", e);
        }
    }

    /** The next line, or null at the end of input. */
    String read() {
        try {
            return in.readLine();
        } catch (IOException e) {
            return null;
        }
    }

    /** One line, sent at once. */
    synchronized void send(String line) {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            Runtime.getRuntime().halt(1); // the referee has gone
        }
    }
}
