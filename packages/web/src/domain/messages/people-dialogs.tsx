// Read receipts and reactions of a message, by person.

import { t } from '../../base/text/all-texts.ts';
import { locale } from '../../base/text/text.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { personName } from '../../model/state/names.ts';
import { findPerson } from '../../model/state/state.ts';
import { EmojiPicture } from '../emoji/emoji-picture.tsx';
import { Avatar } from '../people/avatar.tsx';
import { DialogFrame, useLoaded, Waiting } from './dialog-frame.tsx';
import { tally } from './reactions.tsx';

function PeopleList({ user_ids }: { user_ids: readonly number[] }) {
  const state = useAppState((all) => all);
  const named = user_ids
    .map((user_id) => ({ user_id, name: personName(state, user_id) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale()));
  return (
    <ul className="dialog-people">
      {named.map(({ user_id, name }) => (
        <li key={user_id}>
          <Avatar person={findPerson(state, user_id)} size="s" />
          <span dir="auto">{name}</span>
        </li>
      ))}
    </ul>
  );
}

export function ReceiptsDialog({ message }: { message: StoredMessage }) {
  const engine = useEngine();
  const { loaded, problem } = useLoaded(() => engine.client.getReadReceipts({ message_id: message.id }));
  return (
    <DialogFrame title={t('read_receipts')}>
      {loaded === null ? (
        <Waiting problem={problem} />
      ) : (
        <>
          <p className="quiet">
            {loaded.user_ids.length === 0 ? t('read_by_nobody') : t('read_by', { count: loaded.user_ids.length })}
          </p>
          <PeopleList user_ids={loaded.user_ids} />
        </>
      )}
    </DialogFrame>
  );
}

export function ReactionsDialog({ message }: { message: StoredMessage }) {
  const custom = useAppState(({ realm_emoji }) => realm_emoji);
  return (
    <DialogFrame title={t('reactions')}>
      {tally(message.reactions).map((group) => (
        <section key={`${group[0]!.reaction_type} ${group[0]!.emoji_code}`}>
          <h2 className="dialog-emoji">
            <EmojiPicture reaction={group[0]!} custom={custom} />
            <span className="quiet">{group[0]!.emoji_name.replaceAll('_', ' ')}</span>
          </h2>
          <PeopleList user_ids={group.map(({ user_id }) => user_id)} />
        </section>
      ))}
    </DialogFrame>
  );
}
