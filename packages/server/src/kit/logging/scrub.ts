// Removes from texts of errors what a log must never have: people's addresses, keys, and the paths of URLs, which may be secrets. Pure.

// Every pattern is linear: an error may contain a long text of somebody else. [LG800]
const CREDENTIALS = /\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/@]+@/gi;
const URL_PATH = /\b(https?:\/\/[^\s/?#"'<>]+)[/?#][^\s"'<>]*/gi;
/** A part of a line that may be an address: it ends where one must. */
const PART = /[^\s<>"'(),;:=]+/g;
const AUTHORIZATION = /\b(basic|bearer)\s+[\w+/=.~-]{8,}/gi;
/** API keys have 32 letters and digits; no word does. */
const KEY = /\b(?=\w*\d)[A-Za-z0-9]{32,}\b/g;

/** The text without them; places in our code stay. */
export function scrub(text: string): string {
  return text
    .replace(CREDENTIALS, '$1')
    .replace(URL_PATH, '$1/…')
    .replace(AUTHORIZATION, '$1 …')
    .replace(/\S+/g, (word) =>
      isPlace(word) ? word : word.replace(PART, (part) => (isEmail(part) ? '<address>' : part)),
    )
    .replace(KEY, '<key>');
}

/** There is an `@` with something before and after it. */
function isEmail(part: string): boolean {
  const at = part.indexOf('@', 1);
  return at !== -1 && at < part.length - 1;
}

/** A file of a package whose name has an `@`, in a stack. */
function isPlace(word: string): boolean {
  return /node_modules\/@/.test(word);
}
