// A list of short texts, for hundreds of thousands of names: as strings each takes a hundred bytes, here its own length. [IM44]

const FIRST_BYTES = 64 * 1024;
/** The longest form of a character of a string. */
const BYTES_PER_UNIT = 3;
const ASCII_MAX = 0x7f;

export class PackedTexts {
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  private ends = new Uint32Array(1024);
  private count = 0;

  get length(): number {
    return this.count;
  }

  /** Returns the index of the text. Lone surrogates become replacement characters. */
  push(text: string): number {
    const start = this.startOf(this.count);
    const needed = start + text.length * BYTES_PER_UNIT;
    if (needed > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
      this.bytes.copy(grown, 0, 0, start);
      this.bytes = grown;
    }
    if (this.count === this.ends.length) {
      const grown = new Uint32Array(this.count * 2);
      grown.set(this.ends);
      this.ends = grown;
    }
    this.ends[this.count] = start + this.bytes.write(text, start, 'utf8');
    return this.count++;
  }

  /** Whether the text at the index is this one, which has no lone surrogates. */
  is(index: number, text: string): boolean {
    const start = this.startOf(index);
    if (this.ends[index]! - start < text.length) return false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > ASCII_MAX) return this.at(index) === text;
      if (this.bytes[start + at] !== code) return false;
    }
    return this.ends[index] === start + text.length;
  }

  at(index: number): string {
    return this.bytes.toString('utf8', this.startOf(index), this.ends[index]);
  }

  private startOf(index: number): number {
    return index === 0 ? 0 : this.ends[index - 1]!;
  }
}
