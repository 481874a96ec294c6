// Writes one JSON object of tables, `{"table": [row, ...]}`, to a local file: never holds more than a few rows in memory.
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const BUFFERED = 64 * 1024;

export class TableFile {
  private text = '';
  private tables = 0;
  private rows = 0;

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  static async create(path: string): Promise<TableFile> {
    return new TableFile(path, await open(path, 'wx', 0o600));
  }

  /** Begins a table; the rows that follow are its own. */
  table(name: string): void {
    this.text += `${this.tables++ === 0 ? '{' : ']'}${this.tables > 1 ? ',' : ''}${JSON.stringify(name)}:[`;
    this.rows = 0;
  }

  async row(row: object): Promise<void> {
    this.text += `${this.rows++ === 0 ? '' : ','}${JSON.stringify(row)}`;
    if (this.text.length >= BUFFERED) await this.flush();
  }

  async all(name: string, rows: Iterable<object>): Promise<void> {
    this.table(name);
    for (const row of rows) await this.row(row);
  }

  /** A table whose rows are in a {@link RowFile}. */
  async copyRows(name: string, rows: RowFile): Promise<void> {
    this.table(name);
    await this.flush();
    for await (const chunk of rows.read()) await this.file.write(chunk);
  }

  async close(): Promise<void> {
    this.text += this.tables === 0 ? '{}' : ']}';
    await this.flush();
    await this.file.close();
  }

  private async flush(): Promise<void> {
    await this.file.write(this.text);
    this.text = '';
  }
}

/** Rows that are found before their table is written. */
export class RowFile {
  private text = '';
  private count = 0;

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  static async create(path: string): Promise<RowFile> {
    return new RowFile(path, await open(path, 'wx', 0o600));
  }

  /** Numbers the row. */
  async add(row: object): Promise<void> {
    const text = JSON.stringify({ id: ++this.count, ...row });
    this.text += this.count === 1 ? text : `,${text}`;
    if (this.text.length >= BUFFERED) await this.flush();
  }

  async *read(): AsyncGenerator<Uint8Array> {
    await this.flush();
    yield* createReadStream(this.path);
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async flush(): Promise<void> {
    await this.file.write(this.text);
    this.text = '';
  }
}
