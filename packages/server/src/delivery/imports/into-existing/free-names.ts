// Names for channels of an import whose own name is taken.
import { findChannelsByName } from '../../../conversation/channels/channels.queries.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { nameKey } from '../../../kit/text/name-characters.ts';

/** Names that one statement looks for. */
const ASKED_AT_ONCE = 100;
const LENGTH_MAX = 60;

export class FreeNames {
  private readonly taken: Set<string>;
  /** The number after the last one that a name got, by key, so that many of one name take linear time. */
  private readonly next = new Map<string, number>();

  /** `taken`: keys of names that are not to be given, whether or not a channel has them yet. */
  constructor(
    private readonly realm_id: Realm['realm_id'],
    taken: Iterable<string> = [],
  ) {
    this.taken = new Set(taken);
  }

  /** A name that no channel has, here or in the archive. */
  async add(db: Connection, name: string): Promise<string> {
    const key = nameKey(name);
    for (let first = this.next.get(key) ?? 1; ; first += ASKED_AT_ONCE) {
      const names = Array.from({ length: ASKED_AT_ONCE }, (_, at) => numbered(name, first + at));
      const here = await findChannelsByName(db, this.realm_id, names.map(nameKey));
      const used = new Set(Array.from(here.values(), (row) => row.name_key));
      const at = names.findIndex((one) => !this.taken.has(nameKey(one)) && !used.has(nameKey(one)));
      if (at === -1) continue;
      this.next.set(key, first + at + 1);
      this.taken.add(nameKey(names[at]!));
      return names[at]!;
    }
  }
}

function numbered(name: string, number: number): string {
  const end = number === 1 ? ' (imported)' : ` (imported ${number})`;
  const beginning = [...name].slice(0, LENGTH_MAX - end.length).join('');
  return `${beginning.trim()}${end}`;
}
