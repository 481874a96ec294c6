// The rows of `zerver_subscription`: the longest table of a large organization, so a row is two numbers.
import type { z } from 'zod';
import {
  CHANNEL_NOTIFICATIONS,
  type ChannelNotification,
} from '../../../../conversation/subscriptions/importing.actions.ts';
import { getOrSet } from '../../../../kit/collections/get-or-set.ts';
import type { RecordList } from '../../records/packed-list.ts';
import type { SubscriptionRow } from './tables.ts';

type Row = z.infer<typeof SubscriptionRow>;

const ACTIVE = 1;
const MUTED = 2;
const PINNED = 4;
/** Two bits for each notification setting: whether it is set, and its value. */
const NOTIFICATIONS = 8;
const SET = 1;
const ON = 2;
/** The index of the color is above these bits. */
const COLOR = NOTIFICATIONS * 4 ** CHANNEL_NOTIFICATIONS.length;

interface Subscription extends Pick<Row, 'user_profile' | 'active' | 'is_muted' | 'pin_to_top' | 'color'> {
  readonly notifications: Partial<Record<ChannelNotification, boolean>>;
}

const weightOf = (at: number) => NOTIFICATIONS * 4 ** at;

function packedNotifications(row: Partial<Record<ChannelNotification, unknown>>): number {
  return CHANNEL_NOTIFICATIONS.reduce((sum, name, at) => {
    const value = row[name];
    return typeof value === 'boolean' ? sum + weightOf(at) * (SET + (value ? ON : 0)) : sum;
  }, 0);
}

function notificationsIn(rest: number): Subscription['notifications'] {
  const found: Partial<Record<ChannelNotification, boolean>> = {};
  for (const [at, name] of CHANNEL_NOTIFICATIONS.entries()) {
    const bits = Math.floor(rest / weightOf(at)) % 4;
    if (bits & SET) found[name] = (bits & ON) !== 0;
  }
  return found;
}

export class SubscriptionTable {
  /** The account and the rest of each row in turn, keyed by recipient. */
  private readonly rows = new Map<number, number[]>();
  private readonly colors: string[] = [];
  private readonly color_indexes = new Map<string, number>();

  push({ user_profile, recipient, active, is_muted, pin_to_top, color, ...row }: Row): void {
    const index = getOrSet(this.color_indexes, color, () => this.colors.push(color) - 1);
    const flags =
      (active ? ACTIVE : 0) | (is_muted ? MUTED : 0) | ((pin_to_top ? PINNED : 0) + packedNotifications(row));
    getOrSet(this.rows, recipient, () => []).push(user_profile, flags + index * COLOR);
  }

  of(recipient: number): RecordList<Subscription> {
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
            notifications: notificationsIn(rest),
          };
        }
      },
    };
  }
}
