// Shows how far long work is: one line that changes on a terminal, else a line now and then.
import { print, printError } from './terminal.ts';

const EVERY_MS = 10_000;
const ON_TERMINAL_MS = 200;
const MIB = 1024 * 1024;

const texts = {
  database: (done: number, total: number) => `Database: ${Math.floor(done / MIB)} of ${Math.ceil(total / MIB)} MiB`,
  files: (done: number, total: number) => `Files: ${done} of ${total}`,
};

export class ProgressLines {
  private shown_at = performance.now();
  private is_open = false;
  private readonly is_terminal = process.stdout.isTTY === true;

  report(what: keyof typeof texts, done: number, total: number): void {
    this.show(() => texts[what](done, total), done >= total);
  }

  show(text: () => string, is_last = false): void {
    const now = performance.now();
    if (this.is_terminal) {
      if (!is_last && now - this.shown_at < ON_TERMINAL_MS) return;
      process.stdout.write(`\r\u001b[K${text()}`);
      this.is_open = true;
    } else {
      if (is_last || now - this.shown_at < EVERY_MS) return;
      print(text());
    }
    this.shown_at = now;
  }

  warn(text: string): void {
    this.end();
    printError(text);
  }

  /** Ends the line that changes. */
  end(): void {
    if (this.is_open) process.stdout.write('\r\u001b[K');
    this.is_open = false;
  }
}
