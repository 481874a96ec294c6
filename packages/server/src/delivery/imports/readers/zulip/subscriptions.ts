// The rows of `zerver_subscription`: the longest table of a large organization, so a row is two numbers.
import type { z } from 'zod';
import { getOrSet } from '../../../../kit/get-or-set.ts';
import type { RecordList } from '../../records/packed-list.ts';
import type { SubscriptionRow } from './tables.ts';

type Row = z.infer<typeof SubscriptionRow>;

const ACTIVE = 1;
const MUTED = 2;
const PINNED = 4;
/** The index of the color is above these bits. */
const COLOR = 8;

export class SubscriptionTable {
  /** By recipient: the account and the rest of each row in turn. */
  private readonly rows = new Map<number, number[]>();
  private readonly colors: string[] = [];
  private readonly color_indexes = new Map<string, number>();

  push({ user_profile, recipient, active, is_muted, pin_to_top, color }: Row): void {
    const index = getOrSet(this.color_indexes, color, () => this.colors.push(color) - 1);
    const flags = (active ? ACTIVE : 0) | (is_muted ? MUTED : 0) | (pin_to_top ? PINNED : 0);
    getOrSet(this.rows, recipient, () => []).push(user_profile, flags + index * COLOR);
  }

  of(recipient: number): RecordList<Omit<Row, 'recipient'>> {
    const numbers = this.rows.get(recipient) ?? [];
    const { colors } = this;
    return {
      length: numbers.length / 2,
      *[Symbol.iterator]() {
        for (let at = 0; at < numbers.length; at += 2) {
          const rest = numbers[at + 1]!;
          yield {
            user_profile: numbers[at]!,
            active: (rest & ACTIVE) !== 0,
            is_muted: (rest & MUTED) !== 0,
            pin_to_top: (rest & PINNED) !== 0,
            color: colors[Math.floor(rest / COLOR)]!,
          };
        }
      },
    };
  }
}
