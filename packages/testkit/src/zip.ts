// Zip archives for tests of imports, also wrong ones.

/** A minimal zip of stored files. */
export function zipOf(files: readonly { name: string; body: string; mode?: number; size?: number }[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, body, mode = 0o100644, size = body.length } of files) {
    const crc = Bun.hash.crc32(body);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt32LE(crc, 14);
    header.writeUInt32LE(body.length, 18);
    header.writeUInt32LE(size, 22);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(0x0314, 4);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(body.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE((mode << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    parts.push(header, Buffer.from(name), Buffer.from(body));
    central.push(entry, Buffer.from(name));
    offset += 30 + name.length + body.length;
  }
  const directory_bytes = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory_bytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory_bytes, end]);
}
