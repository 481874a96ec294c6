// What the program says to a terminal: nothing that comes from data may steer it. [CL4]

/** Control characters, and those that change the direction of text or end a line. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

function makeVisible(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** The text on one line, with everything that a terminal would obey made visible. */
function visible(text: string): string {
  return text.replace(UNSAFE, makeVisible);
}

/** Lines of our own making; data in them is escaped too. */
export function print(text: string): void {
  process.stdout.write(`${text.split('\n').map(visible).join('\n')}\n`);
}

/** Fields separated by tabs, for people and programs alike. */
export function printRow(fields: readonly (string | number)[]): void {
  process.stdout.write(`${fields.map((field) => visible(String(field))).join('\t')}\n`);
}

/** One line on stderr. */
export function complain(text: string): void {
  process.stderr.write(`stoa: ${visible(text)}\n`);
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
