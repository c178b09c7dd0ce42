// SPDX-License-Identifier: MIT
package ninefold.host;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;

/**
 * The head of a class file: what the class is called and what it extends and implements, read
 * without loading it, so that no code of the bot runs. Names are internal ("uttt/game/Bot").
 */
record ClassFile(String name, String superName, String[] interfaces, int access) {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int ACC_INTERFACE = 0x0200;
    private static final int ACC_ABSTRACT = 0x0400;

    static ClassFile parse(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        if (in.readInt() != MAGIC) {
            throw new IOException("it does not begin like a class file");
        }
        in.readInt(); // minor and major version: the loader judges those
        Object[] pool = readPool(in);
        int access = in.readUnsignedShort();
        String name = className(pool, in.readUnsignedShort());
        String superName = className(pool, in.readUnsignedShort());
        String[] interfaces = new String[in.readUnsignedShort()];
        for (int i = 0; i < interfaces.length; i++) {
            interfaces[i] = className(pool, in.readUnsignedShort());
        }
        return new ClassFile(name, superName, interfaces, access);
    }

    boolean isConcrete() {
        return (access & (ACC_INTERFACE | ACC_ABSTRACT)) == 0;
    }

    /** Whether it is an anonymous or local class, which nobody can name and few mean as the bot. */
    boolean isLocal() {
        int dollar = name.lastIndexOf('$');
        return dollar >= 0 && dollar + 1 < name.length()
                && Character.isDigit(name.charAt(dollar + 1));
    }

    /** The constant pool: strings, and for class entries the index of their name. */
    private static Object[] readPool(DataInputStream in) throws IOException {
        Object[] pool = new Object[in.readUnsignedShort()];
        for (int i = 1; i < pool.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> pool[i] = in.readUTF();
                case 7 -> pool[i] = in.readUnsignedShort();
                case 8, 16, 19, 20 -> in.skipBytes(2);
                case 15 -> in.skipBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipBytes(4);
                case 5, 6 -> {
                    in.skipBytes(8);
                    i++; // long and double take two places
                }
                default -> throw new IOException("its constant pool has an unknown tag " + tag);
            }
        }
        return pool;
    }

    /** The name behind a class entry; "" for entry 0 (the superclass of Object, of a module). */
    private static String className(Object[] pool, int index) throws IOException {
        if (index == 0) {
            return "";
        }
        if (index < pool.length
                && pool[index] instanceof Integer nameIndex
                && nameIndex < pool.length
                && pool[nameIndex] instanceof String name) {
            return name;
        }
        throw new IOException("its constant pool is damaged");
    }
}
