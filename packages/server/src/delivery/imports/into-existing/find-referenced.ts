// The groups and custom emoji of an import that something else refers to, so that they can't be removed with it. [IM36]
import type { GroupId } from '@stoa/contract';
import { findGroupsOfChannels } from '../../../conversation/channels/importing.queries.ts';
import { findEmoji } from '../../../conversation/emoji/emoji.queries.ts';
import { findNamedInMessages, findReactedWith } from '../../../conversation/messages/importing.queries.ts';
import { findEmojiOfStatuses } from '../../../features/user-status/user-status.queries.ts';
import { findGroupsInUse } from '../../../identity/groups/importing.queries.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { findMadeIds } from '../import-ids.actions.ts';

export interface ReferencedObjects {
  /** All groups of the import, and those that messages up to `last_message_id` name. */
  readonly groups: ReadonlySet<GroupId>;
  readonly mentioned: ReadonlySet<GroupId>;
  readonly last_message_id: number;
  readonly emoji: ReadonlySet<number>;
}

/** After the messages and channels of the import are gone and its groups and emoji are deactivated. Reads all messages. */
export async function findReferenced(db: Connection, { realm_id }: Realm): Promise<ReferencedObjects> {
  const groups = new Set((await findMadeIds<GroupId>(db, realm_id, 'groups')).values());
  const emoji = [...(await findMadeIds<number>(db, realm_id, 'emoji')).values()];
  if (groups.size + emoji.length === 0)
    return { groups, mentioned: new Set(), last_message_id: Number.MAX_SAFE_INTEGER, emoji: new Set() };
  const named = await findNamedInMessages(db, realm_id);
  const all = await findEmoji(db, realm_id);
  const shown = emoji.filter((id) => named.emoji_urls.has(all[id]?.source_url ?? ''));
  return {
    groups,
    mentioned: named.groups as ReadonlySet<GroupId>,
    last_message_id: named.last_message_id,
    emoji: new Set([...shown, ...(await findReactedWith(db, emoji)), ...(await findEmojiOfStatuses(db, emoji))]),
  };
}

/** The groups that something names now: read in the transaction that removes the others. */
export async function findReferencedGroups(
  db: Connection,
  { realm_id }: Realm,
  { groups, mentioned, last_message_id }: ReferencedObjects,
): Promise<ReadonlySet<GroupId>> {
  const newer = await findNamedInMessages(db, realm_id, last_message_id);
  const in_texts = [...groups].filter((group_id) => mentioned.has(group_id) || newer.groups.has(group_id));
  const of_channels = await findGroupsOfChannels(db, realm_id);
  return findGroupsInUse(db, realm_id, groups, [...in_texts, ...of_channels]);
}
