// Writes the lists of the organization and personal data. Idempotent. [IM18]
import { type ChannelId, FieldType, type UserId, VISIBILITY_POLICY } from '@stoa/contract';
import { createLinkifier } from '../../conversation/linkifiers/linkifiers.actions.ts';
import { findLinkifiers } from '../../conversation/linkifiers/linkifiers.queries.ts';
import { mute } from '../../conversation/muted-users/muted-users.actions.ts';
import { storePolicy } from '../../conversation/user-topics/user-topics.actions.ts';
import { checkTopic } from '../../conversation/user-topics/user-topics.rules.ts';
import { addWords } from '../../features/alert-words/alert-words.actions.ts';
import { createPlayground } from '../../features/playgrounds/playgrounds.actions.ts';
import { findPlaygrounds } from '../../features/playgrounds/playgrounds.queries.ts';
import { createSnippet } from '../../features/snippets/snippets.actions.ts';
import { createField } from '../../identity/profile-fields/profile-fields.actions.ts';
import { findProfileFields } from '../../identity/profile-fields/profile-fields.queries.ts';
import { storeValue } from '../../identity/profile-fields/profile-values.actions.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { ArchivePersonal, ArchiveProfileField } from './archive.ts';
import { findIds, recordIds } from './import-ids.actions.ts';
import { actorOf, type Imported, type ImportParts, withoutEffects } from './import-parts.ts';
import { type Names, plainText } from './import-texts.ts';
import { sameField, valueHere } from './prepare-personal.ts';

/** Existing ones stay unchanged. Must run before messages, whose texts linkifiers turn into links. */
export async function importLists({ archive, writer, realm }: ImportParts): Promise<void> {
  const { lists } = archive;
  if (!lists) return;
  const { realm_id } = realm;
  await writer.write(realm_id, async (context) => {
    const quietly = withoutEffects(context);
    const patterns = new Set((await findLinkifiers(context.tx, realm_id)).map(({ pattern }) => pattern));
    for (const linkifier of lists.linkifiers)
      if (!patterns.has(linkifier.pattern)) await createLinkifier(quietly, realm_id, linkifier);
    const playgrounds = await findPlaygrounds(context.tx, realm_id);
    for (const playground of lists.playgrounds) {
      const { name, pygments_language } = playground;
      const is_here = playgrounds.some((one) => one.name === name && one.pygments_language === pygments_language);
      if (!is_here) await createPlayground(quietly, realm_id, playground);
    }
    const fields = await findProfileFields(context.tx, realm_id);
    for (const field of lists.profile_fields)
      if (!sameField(field, fields))
        await createField(quietly, realm_id, { ...field, field_type: FieldType.parse(field.field_type) });
  });
}

/** Accounts whose data one write stores. */
const PEOPLE_AT_ONCE = 20;

type ImportedWithNames = Imported & { readonly names: Names };
interface Field {
  readonly here: { readonly id: number; readonly type: FieldType };
  readonly archived: ArchiveProfileField;
}

/** Must run after messages: those of muted people are marked as read. */
export async function importPersonal(parts: ImportParts, known: ImportedWithNames): Promise<void> {
  const { archive, store, writer, realm } = parts;
  const { realm_id } = realm;
  const done = await findIds<UserId>(store.db, realm_id, 'personal');
  const here = await findProfileFields(store.db, realm_id);
  const fields = new Map<string, Field>();
  for (const archived of archive.lists?.profile_fields ?? []) {
    const found = sameField(archived, here);
    if (found) fields.set(archived.id, { here: found, archived });
  }
  const targets = { ...known, realm, fields };
  const by_user = Map.groupBy(archive.personal ?? [], ({ user }) => user);
  const waiting = [...by_user].filter(([user]) => !done.has(user));
  for (const batch of batchesOf(waiting, PEOPLE_AT_ONCE))
    await writer.write(realm_id, async (context) => {
      for (const [user, all] of batch) {
        const user_id = known.users.get(user)!;
        for (const own of all) await importOne(context, targets, user_id, own);
        await recordIds(context.tx, realm_id, 'personal', [[user, user_id]]);
      }
    });
}

interface Targets extends ImportedWithNames {
  readonly realm: Realm;
  readonly fields: ReadonlyMap<string, Field>;
}

async function importOne(
  context: WriteContext,
  { realm, fields, users, channels, names }: Targets,
  user_id: UserId,
  own: ArchivePersonal,
): Promise<void> {
  const actor = actorOf(realm, user_id);
  const at = (time: number | null): WriteContext => ({
    ...withoutEffects(context),
    now: time === null ? context.now : time * 1000,
  });
  switch (own.kind) {
    case 'alert words':
      await addWords(at(null), actor, [own.word]);
      return;
    case 'snippets':
      await createSnippet(at(own.date_created), actor, {
        title: own.title,
        content: plainText(own.content, names, new Map()),
      });
      return;
    case 'topic policies': {
      const stream_id: ChannelId = channels.get(own.channel)!.stream_id;
      const place = { stream_id, topic: checkTopic(own.topic) };
      await storePolicy(at(own.last_updated), place, [user_id], VISIBILITY_POLICY[own.policy]);
      return;
    }
    case 'muted people':
      await mute(at(own.date_muted), actor, users.get(own.muted)!);
      return;
    case 'profile values': {
      const { here, archived } = fields.get(own.field)!;
      const value = valueHere(archived, own.value, (id) => users.get(id));
      if (value !== null) await storeValue(context.tx, user_id, here, value);
    }
  }
}
