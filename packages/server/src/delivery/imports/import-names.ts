// The names that texts of an archive may refer to, and how the texts are rendered.
import { compileLinkifiers } from '@stoa/markdown';
import { findAllUploads } from '../../conversation/attachments/attachments.queries.ts';
import { findRealmEmoji } from '../../conversation/emoji/emoji.queries.ts';
import { findLinkifiers } from '../../conversation/linkifiers/linkifiers.queries.ts';
import { mediaPath } from '../../conversation/messages/media-addresses.rules.ts';
import { getMediaKey } from '../../conversation/messages/media-key.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { ArchiveChannel } from './archive.ts';
import type { Imported, ImportParts } from './import-parts.ts';
import { type Names, renderContexts } from './import-texts.ts';
import { KnownUsers } from './known-users.ts';
import { NumberIndex } from './records/number-index.ts';

export async function findNames(
  { store, realm, archive }: Pick<ImportParts, 'store' | 'realm' | 'archive'>,
  { users, channels, groups, files }: Imported,
): Promise<Names> {
  const uploads = new Map((await findAllUploads(store.db, realm.realm_id)).map((row) => [row.attachment_id, row]));
  return {
    realm_url: realm.url.replace(/\/$/, ''),
    users: new KnownUsers(users, archive.users),
    channels: new Map(
      archive.channels.map(({ id, name, is_private, subscriptions }) => {
        const known_to = is_private ? peopleIn(subscriptions, users) : null;
        return [id, { id: channels.get(id)!.stream_id, name, known_to }];
      }),
    ),
    groups: new Map(archive.groups.map(({ id, name, is_active }) => [id, { id: groups.get(id)!, name, is_active }])),
    uploads: new Map([...files].map(([id, attachment_id]) => [id, uploads.get(attachment_id)!])),
  };
}

function peopleIn(subscriptions: ArchiveChannel['subscriptions'], users: Imported['users']): NumberIndex {
  const people = new Uint32Array(subscriptions.length);
  let at = 0;
  for (const { user } of subscriptions) people[at++] = users.get(user)!;
  return new NumberIndex(people);
}

/** With the emoji and linkifiers of the organization. */
export async function findRenderContexts(db: Connection, { realm_id, url }: Realm, names: Names) {
  const media_key = await getMediaKey(db, realm_id);
  return renderContexts(names, {
    realm_url: url,
    realm_emoji: await findRealmEmoji(db, realm_id),
    linkifiers: compileLinkifiers(await findLinkifiers(db, realm_id)),
    external_media_url: (address: string) => mediaPath(media_key, address),
  });
}
