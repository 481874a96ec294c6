// Names of the topics that threads become: the beginning of the first message, unique within the channel.

import { getOrSet } from '../../../kit/collections/get-or-set.ts';
import { NumberedNames } from './numbered-names.ts';

const LENGTH_MAX = 60;
/** Characters that topic names must not contain, and private use characters. */
const REMOVED = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\s]+/gu;

export class TopicNames {
  /** Keyed by channel. */
  private readonly used = new Map<string, NumberedNames>();

  /** `taken` is the topic of messages outside of threads. */
  constructor(private readonly taken: string) {}

  add(channel: string, words: string, timestamp: number): string {
    const used = getOrSet(this.used, channel, () => new NumberedNames((name) => name.toLowerCase(), [this.taken]));
    const beginning = shorten(words.replace(REMOVED, ' ').trim(), LENGTH_MAX);
    const name = beginning || `Thread of ${new Date(timestamp * 1000).toISOString().slice(0, 10)}`;
    return used.add(name, (number) => {
      const suffix = ` (${number})`;
      return shorten(name, LENGTH_MAX - suffix.length) + suffix;
    });
  }
}

/** Truncates between words if possible. */
function shorten(words: string, max: number): string {
  const characters = Array.from(words.slice(0, max * 2 + 2));
  if (characters.length <= max) return words;
  const cut = characters.slice(0, max - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > max / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
