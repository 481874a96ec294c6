// Responses are the same bytes, however their pieces are kept.
import { expect, it } from 'bun:test';
import { bytesOf, KeyText, type Piece, partsOf, SharedBytes, textOf } from './json-text.ts';

const WORDS = ['', '{', '"agora"', 'Ἀθῆναι', '🏛', 'x'.repeat(70_000), 'ß'.repeat(70_000)];

const KINDS: Record<string, (text: string) => Piece> = {
  text: (text) => text,
  bytes: (text) => new TextEncoder().encode(text),
  shared: (text) => new SharedBytes(Buffer.from(text)),
  key: (text) => new KeyText(text),
};

it('[HT41] pieces of any kinds in any order make the same response', () => {
  const kinds = Object.values(KINDS);
  for (let first = 0; first < kinds.length; first++) {
    const pieces: Piece[] = [];
    for (const [at, word] of [...WORDS, ...WORDS, ...WORDS].entries())
      pieces.push(kinds[(first * at + Math.floor(at / WORDS.length)) % kinds.length]!(word));
    const expected = WORDS.join('').repeat(3);
    expect(textOf(pieces) === expected).toBe(true);
    expect(Buffer.from(bytesOf(pieces)).toString() === expected).toBe(true);
    const parts = [...partsOf(pieces)].map((part) =>
      part instanceof KeyText ? part.text : Buffer.from(part).toString(),
    );
    expect(parts.join('') === expected).toBe(true);
    for (const piece of pieces) if (piece instanceof SharedBytes) expect([...partsOf(pieces)]).toContain(piece.bytes);
  }
});
