// The ids of an archive, numbered in order of addition, without an object for each: as strings in a map each takes a hundred and
// fifty bytes, here its length and twenty. [IM44]
import { randomBytes } from 'node:crypto';
import { PackedTexts } from './packed-texts.ts';

const FIRST_SLOTS = 64;
/** An unknown beginning, so that no archive can be made of ids whose hashes are equal. */
const SEED = randomBytes(4).readUInt32LE();

/** Mixes every character into all bits, with the multipliers of MurmurHash3. */
function hashOf(id: string): number {
  let hash = SEED;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0xcc9e2d51);
    hash = Math.imul((hash << 13) | (hash >>> 19), 0x1b873593);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export class IdTable {
  private readonly texts = new PackedTexts();
  private hashes = new Uint32Array(FIRST_SLOTS / 2);
  /** Open addressing: the number of an id and one; 0 where there is none. At least half of them are free. */
  private slots = new Uint32Array(FIRST_SLOTS);

  get size(): number {
    return this.texts.length;
  }

  has(id: string): boolean {
    return this.indexOf(id) !== -1;
  }

  /** -1 if it was not added. */
  indexOf(id: string): number {
    const known = id.toWellFormed();
    return this.slots[this.slotOf(known, hashOf(known))]! - 1;
  }

  /** Returns the number of the id, which it has from the first time. */
  add(id: string): number {
    const added = id.toWellFormed();
    const hash = hashOf(added);
    const slot = this.slotOf(added, hash);
    const known = this.slots[slot]!;
    if (known !== 0) return known - 1;
    const index = this.texts.push(added);
    this.hashes[index] = hash;
    this.slots[slot] = index + 1;
    if (this.size * 2 === this.slots.length) this.grow();
    return index;
  }

  at(index: number): string {
    return this.texts.at(index);
  }

  /** Where the id is, or the free slot where it would be. */
  private slotOf(id: string, hash: number): number {
    const last = this.slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const found = this.slots[slot]!;
      if (found === 0) return slot;
      if (this.hashes[found - 1] === hash && this.texts.is(found - 1, id)) return slot;
    }
  }

  private grow(): void {
    const hashes = new Uint32Array(this.size * 2);
    hashes.set(this.hashes);
    this.hashes = hashes;
    const last = this.size * 4 - 1;
    this.slots = new Uint32Array(last + 1);
    for (let index = 0; index < this.size; index++) {
      let slot = hashes[index]! & last;
      while (this.slots[slot] !== 0) slot = (slot + 1) & last;
      this.slots[slot] = index + 1;
    }
  }
}
