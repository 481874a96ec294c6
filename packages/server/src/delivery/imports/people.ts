// The accounts of an archive by their ids, held compressed. [IM44]
import type { ArchiveFile, ArchiveSubscription, ArchiveUser } from './archive.ts';
import { IdTable } from './records/id-table.ts';
import { mapList, PackedList, type RecordList } from './records/packed-list.ts';
import { PackedTexts } from './records/packed-texts.ts';

export class People implements RecordList<ArchiveUser> {
  private readonly packed = new PackedList<Omit<ArchiveUser, 'avatar'>>();
  private readonly ids = new IdTable();
  private readonly names = new PackedTexts();
  /** The index of each account's name: a replaced one is put at the end. */
  private readonly name_indexes: number[] = [];
  private readonly avatars = new Map<string, ArchiveFile>();
  private readonly replaced = new Map<string, Omit<ArchiveUser, 'avatar'>>();

  get length(): number {
    return this.ids.size;
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  nameOf(id: string): string | undefined {
    const index = this.ids.indexOf(id);
    return index === -1 ? undefined : this.names.at(this.name_indexes[index]!);
  }

  /** Adds an account, or replaces the one with this id. */
  set(user: ArchiveUser): void {
    const { avatar, ...rest } = user;
    const { id, full_name } = rest;
    if (this.ids.has(id)) this.replaced.set(id, rest);
    else this.packed.push(rest);
    this.name_indexes[this.ids.add(id)] = this.names.push(full_name);
    if (avatar !== null) this.avatars.set(id, avatar);
  }

  *[Symbol.iterator](): Generator<ArchiveUser> {
    let index = 0;
    for (const user of this.packed) {
      const full_name = this.names.at(this.name_indexes[index++]!);
      yield { ...(this.replaced.get(user.id) ?? user), full_name, avatar: this.avatars.get(user.id) ?? null };
    }
  }
}

/** Subscriptions for formats that say who is in a channel, but not since when. */
export const activeMembers = (users: RecordList<string>): RecordList<ArchiveSubscription> =>
  mapList(users, (user) => ({ user, is_active: true }));
