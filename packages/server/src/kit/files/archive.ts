// Writes a tar.gz to a local file as a stream: never holds more than one chunk of an entry in memory.
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { type FileStore, withStoredFile } from './file-store.ts';
import { nodeStream, webStream } from './web-streams.ts';

export class Archive {
  private readonly packer = createTarPacker();
  private readonly written: Promise<void>;
  private failure: unknown = null;

  constructor(
    private readonly path: string,
    private readonly mtime: Date,
  ) {
    const packed = nodeStream(this.packer.readable);
    this.written = pipeline(packed, createGzip(), createWriteStream(path, { mode: 0o600 }));
    // The error is thrown where the archive is awaited; until then it must not end the process.
    this.written.catch((error) => {
      this.failure = error;
    });
  }

  async addJson(name: string, value: unknown): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    const writer = this.entry(name, bytes.length).getWriter();
    await writer.write(bytes);
    await writer.close();
  }

  async addFile(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    const entry = this.entry(name, size);
    await webStream(createReadStream(path)).pipeTo(entry);
  }

  /** False if the store no longer has the file. */
  addStored(files: FileStore, name: string, key: string): Promise<boolean> {
    return withStoredFile(files, key, (path) => this.addFile(name, path));
  }

  /** Resolves when everything is on disk; returns the size in bytes. */
  async finish(): Promise<number> {
    this.packer.controller.finalize();
    await this.written;
    return (await stat(this.path)).size;
  }

  async abort(error: unknown): Promise<void> {
    this.packer.controller.error(error);
    await this.written.catch(() => {});
  }

  private entry(name: string, size: number): WritableStream<Uint8Array> {
    // A full disk ends the stream, and nothing would drain further input.
    if (this.failure !== null) throw this.failure;
    return this.packer.controller.add({ name, size, type: 'file', mode: 0o644, mtime: this.mtime });
  }
}
