// Names of the topics that threads become: the beginning of the first message, unique within the channel.

import { getOrSet } from '../../../kit/get-or-set.ts';

const LENGTH_MAX = 60;
/** What names cannot contain, as in the rules of topics, and private use characters. */
const REMOVED = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\s]+/gu;

export class TopicNames {
  /** By channel, in lower case. */
  private readonly used = new Map<string, Set<string>>();

  /** `taken` is the topic of what stands outside of threads. */
  constructor(private readonly taken: string) {}

  add(channel: string, words: string, timestamp: number): string {
    const used = getOrSet(this.used, channel, () => new Set([this.taken.toLowerCase()]));
    const beginning = shorten(words.replace(REMOVED, ' ').trim(), LENGTH_MAX);
    const name = beginning || `Thread of ${new Date(timestamp * 1000).toISOString().slice(0, 10)}`;
    let unique = name;
    for (let number = 2; used.has(unique.toLowerCase()); number++) {
      const suffix = ` (${number})`;
      unique = shorten(name, LENGTH_MAX - suffix.length) + suffix;
    }
    used.add(unique.toLowerCase());
    return unique;
  }
}

/** Cut between words where there are any. */
function shorten(words: string, max: number): string {
  const characters = Array.from(words.slice(0, max * 2 + 2));
  if (characters.length <= max) return words;
  const cut = characters.slice(0, max - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > max / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
