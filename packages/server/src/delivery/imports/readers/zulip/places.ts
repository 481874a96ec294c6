// Where messages of the export were sent, by the ids of recipients.
import type { RealmTables } from './realm.ts';
import { RECIPIENT } from './tables.ts';

export interface Places {
  readonly channels: ReadonlyMap<number, string>;
  readonly people: ReadonlyMap<number, number>;
  /** Members of group conversations by recipient. */
  readonly groups: ReadonlyMap<number, readonly string[]>;
}

export function placesOf({ recipients, subscriptions }: RealmTables): Places {
  const channels = new Map<number, string>();
  const people = new Map<number, number>();
  const groups = new Map<number, readonly string[]>();
  for (const { id, type, type_id } of recipients)
    if (type === RECIPIENT.channel) channels.set(id, String(type_id));
    else if (type === RECIPIENT.person) people.set(id, type_id);
    else if (type === RECIPIENT.people)
      groups.set(
        id,
        Array.from(subscriptions.of(id), ({ user_profile }) => String(user_profile)),
      );
  return { channels, people, groups };
}
