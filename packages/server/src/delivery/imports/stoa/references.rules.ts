// Checks references inside JSON values, which no database checks: groups and people that hold permissions, and channels in settings.
// Pure. [IM60]
import type { ArchivedRow } from './stoa-archive.ts';

interface Place {
  readonly path: string;
  readonly line: number;
}

const KEYS: Readonly<Record<string, string>> = { users: 'user_id', user_groups: 'group_id', channels: 'stream_id' };

export class References {
  private readonly known = new Map(Object.keys(KEYS).map((kind) => [kind, new Set<number>()]));
  /** The first row that names an id, by kind and id. */
  private readonly named = new Map<
    string,
    Place & { readonly column: string; readonly kind: string; readonly id: number }
  >();

  read(table: string, row: ArchivedRow, place: Place): void {
    const key = KEYS[table];
    if (key !== undefined) this.known.get(table)!.add(row[key] as number);
    for (const [column, value] of Object.entries(row)) {
      if (column.startsWith('can_') && column.endsWith('_group')) this.readHolders(value, column, place);
      if (table === 'realms' && column === 'settings') this.readSettings(value as ArchivedRow, place);
    }
  }

  /** The first reference to a row that the archive does not have; null if there is none. */
  findUnknown(): (Place & { readonly fault: string }) | null {
    for (const { column, kind, id, path, line } of this.named.values())
      if (!this.known.get(kind)!.has(id))
        return { fault: `${column}: there is no row ${id} of ${kind} in the archive`, path, line };
    return null;
  }

  private readSettings(settings: ArchivedRow, place: Place): void {
    for (const [name, value] of Object.entries(settings))
      if (/_(?:stream|channel)_id$/.test(name) && typeof value === 'number' && value > 0)
        this.add('channels', value, `settings: ${name}`, place);
    for (const [name, value] of Object.entries((settings.permissions as ArchivedRow | undefined) ?? {}))
      this.readHolders(value, `settings: ${name}`, place);
  }

  private readHolders(value: unknown, column: string, place: Place): void {
    if (typeof value === 'number') {
      this.add('user_groups', value, column, place);
      return;
    }
    // `can_create_users` and its like are flags of accounts.
    if (typeof value !== 'object' || value === null) return;
    const { direct_members, direct_subgroups } = value as { direct_members: number[]; direct_subgroups: number[] };
    for (const id of direct_members) this.add('users', id, column, place);
    for (const id of direct_subgroups) this.add('user_groups', id, column, place);
  }

  private add(kind: string, id: number, column: string, place: Place): void {
    const name = `${kind} ${id}`;
    if (!this.named.has(name)) this.named.set(name, { kind, id, column, ...place });
  }
}
