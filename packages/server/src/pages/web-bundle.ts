// The built files of the web client. Runs the builder if they are missing or out of date; never builds itself.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));
const builder = join(workspace, 'scripts', 'build-web.mjs');

export type Encoding = 'br' | 'gzip';
const SUFFIX = { br: '.br', gzip: '.gz' } as const;

interface List {
  /** Identifies the build. */
  readonly build: string;
  /** File names of this build by role: `main.js`. */
  readonly entries: Readonly<Record<string, string>>;
  /** Files that the entry imports. */
  readonly parts: readonly string[];
  /** Files that the first view needs besides, with and without a session. */
  readonly signed_in: readonly string[];
  readonly signed_out: readonly string[];
  /** Every file, with its compressed forms. */
  readonly files: Readonly<Record<string, readonly Encoding[]>>;
}

/** Runs the builder, which skips what is up to date; returns the directory of the files. */
function build(): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [builder], { cwd: workspace, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0 ? resolve(output) : reject(new Error(`the web client could not be built:\n${complaint}`)),
    );
  });
}

export class WebBundle {
  private loading: Promise<List> | null = null;
  private place = '';
  private readonly contents = new Map<string, Promise<Blob>>();

  /** The list of files, after a build if needed. A failure is not cached. */
  list(): Promise<List> {
    this.loading ??= this.load().catch((error: unknown) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  private async load(): Promise<List> {
    this.place = await build();
    return JSON.parse(await readFile(join(this.place, 'bundle.json'), 'utf8')) as List;
  }

  /** A file of the list, plain or compressed; read once. A blob is sent to all without copies. [HT822] */
  read(name: string, encoding: Encoding | null): Promise<Blob> {
    const stored = encoding === null ? name : name + SUFFIX[encoding];
    let content = this.contents.get(stored);
    if (!content) {
      content = readFile(join(this.place, stored)).then((bytes) => new Blob([bytes]));
      this.contents.set(stored, content);
      content.catch(() => this.contents.delete(stored));
    }
    return content;
  }
}
