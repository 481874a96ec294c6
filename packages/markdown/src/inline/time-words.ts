// Splits a written time into numbers, words and single characters.

const LETTER = /\p{L}/u;
const DIGIT = /[0-9]/;
const SPACE = /\s/;

interface Piece {
  text: string;
  end: number;
  /** Letters and numbers joined by dots: other pieces decide where to split. */
  isDotted: boolean;
  hasLetters: boolean;
}

/** A number includes its decimals, a word the dots of an abbreviation; a dot joins one to the other. */
function pieceAt(source: string, from: number): Piece {
  let isWord = LETTER.test(source[from] as string);
  let text = source[from] as string;
  let isDotted = false;
  let hasLetters = isWord;
  let at = from + 1;
  for (; at < source.length; at++) {
    const character = source[at] as string;
    const isLetter = LETTER.test(character);
    const isDigit = DIGIT.test(character);
    const afterDot = isDotted && text.endsWith('.');
    if (isLetter && (isWord || afterDot)) isWord = true;
    else if (isDigit && (!isWord || afterDot)) isWord = false;
    else if (character === '.' || (character === ',' && !isWord && !isDotted && text.length >= 2)) isDotted = true;
    else break;
    hasLetters ||= isLetter;
    text += character;
  }
  return { text, end: at, isDotted, hasLetters };
}

function cut({ text, isDotted, hasLetters }: Piece): string[] {
  if (!isDotted) return [text];
  const dots = text.split('.').length - 1;
  if (hasLetters || dots > 1 || /[.,]$/.test(text)) return text.split(/([.,])/).filter(Boolean);
  return [dots === 0 ? text.replace(',', '.') : text];
}

export function splitTime(source: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < source.length; ) {
    const character = source[at] as string;
    if (LETTER.test(character) || DIGIT.test(character)) {
      const piece = pieceAt(source, at);
      words.push(...cut(piece));
      at = piece.end;
    } else {
      words.push(SPACE.test(character) ? ' ' : character);
      at++;
    }
  }
  return words;
}
