// The accounts of an archive by their ids: only ids are held as they are.
import type { ArchiveFile, ArchiveSubscription, ArchiveUser } from './archive.ts';
import { mapped, PackedList, type RecordList } from './records/packed-list.ts';
import { PackedTexts } from './records/packed-texts.ts';

export class People implements RecordList<ArchiveUser> {
  private readonly packed = new PackedList<Omit<ArchiveUser, 'avatar'>>();
  private readonly indexes = new Map<string, number>();
  private readonly ids: string[] = [];
  private readonly names = new PackedTexts();
  /** The index of each account's name: a replaced one is put at the end. */
  private readonly name_indexes: number[] = [];
  private readonly avatars = new Map<string, ArchiveFile>();
  private readonly replaced = new Map<string, Omit<ArchiveUser, 'avatar'>>();

  get length(): number {
    return this.ids.length;
  }

  has(id: string): boolean {
    return this.indexes.has(id);
  }

  nameOf(id: string): string | undefined {
    const index = this.indexes.get(id);
    return index === undefined ? undefined : this.names.at(this.name_indexes[index]!);
  }

  /** The same text for every mention of an account: records that name it then share the memory. */
  shared(id: string): string {
    const index = this.indexes.get(id);
    return index === undefined ? id : this.ids[index]!;
  }

  /** Adds an account, or replaces the one with this id. */
  set(user: ArchiveUser): void {
    const { avatar, ...rest } = user;
    const { id, full_name } = rest;
    const known = this.indexes.get(id);
    if (known === undefined) {
      this.indexes.set(id, this.ids.length);
      this.ids.push(id);
      this.name_indexes.push(this.names.push(full_name));
      this.packed.push(rest);
    } else {
      this.name_indexes[known] = this.names.push(full_name);
      this.replaced.set(id, rest);
    }
    if (avatar !== null) this.avatars.set(id, avatar);
  }

  *[Symbol.iterator](): Generator<ArchiveUser> {
    let index = 0;
    for (const user of this.packed) {
      const id = this.ids[index]!;
      const full_name = this.names.at(this.name_indexes[index++]!);
      yield { ...(this.replaced.get(id) ?? user), id, full_name, avatar: this.avatars.get(id) ?? null };
    }
  }
}

/** Of formats that say who is in a channel, but not since when. */
export const activeMembers = (users: RecordList<string>): RecordList<ArchiveSubscription> =>
  mapped(users, (user) => ({ user, is_active: true }));
