// Removes from texts of errors what a log must never have: people's addresses, keys, and the paths of URLs, which may be secrets. Pure.

const CREDENTIALS = /\b([a-z][a-z\d+.-]*:\/\/)[^\s/@]+@/gi;
const URL_PATH = /\b(https?:\/\/[^\s/?#"'<>]+)[/?#][^\s"'<>]*/gi;
const EMAIL = /[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g;
const AUTHORIZATION = /\b(basic|bearer)\s+[\w+/=.~-]{8,}/gi;
/** API keys have 32 letters and digits; no word does. */
const KEY = /\b(?=\w*\d)[A-Za-z0-9]{32,}\b/g;

/** The text without them; places in our code stay. */
export function scrub(text: string): string {
  return text
    .replace(CREDENTIALS, '$1')
    .replace(URL_PATH, '$1/…')
    .replace(AUTHORIZATION, '$1 …')
    .replace(/\S*@\S*/g, (word) => (isPlace(word) ? word : word.replace(EMAIL, '<address>')))
    .replace(KEY, '<key>');
}

/** A file of a package whose name has an `@`, in a stack. */
function isPlace(word: string): boolean {
  return /node_modules\/@/.test(word);
}
