// What an alert word may be and when two are the same. Pure.
import { BadRequest, MAX_ALERT_WORD_LENGTH } from '@stoa/contract';

/** The form that two equal words share. [AW3] */
export function wordKey(word: string): string {
  return word.trim().normalize('NFC').toLowerCase();
}

/** The words to add by their key: trimmed, without empty ones, each once. [AW2] [AW3] */
export function checkWords(given: readonly string[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const each of given) {
    const word = each.trim();
    if (word === '') continue;
    if ([...word].length > MAX_ALERT_WORD_LENGTH)
      throw BadRequest(`An alert word is too long (limit: ${MAX_ALERT_WORD_LENGTH} characters).`);
    const key = wordKey(word);
    if (!words.has(key)) words.set(key, word);
  }
  return words;
}
