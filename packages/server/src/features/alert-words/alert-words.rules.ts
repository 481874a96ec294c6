// Validation and equality of alert words. Pure.
import { MAX_ALERT_WORD_LENGTH, Refused } from '@stoa/contract';

/** Equal for two spellings of one word. [AW3] */
export function wordKey(word: string): string {
  return word.trim().normalize('NFC').toLowerCase();
}

/** The words to add by key: trimmed, non-empty, without duplicates. [AW2] [AW3] */
export function checkWords(input: readonly string[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const each of input) {
    const word = each.trim();
    if (word === '') continue;
    if ([...word].length > MAX_ALERT_WORD_LENGTH) throw Refused('alert_word_long', { count: MAX_ALERT_WORD_LENGTH });
    const key = wordKey(word);
    if (!words.has(key)) words.set(key, word);
  }
  return words;
}
