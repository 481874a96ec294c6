// Muted people with their dates, and buttons to unmute them.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { longDate } from '../../base/text/dates.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { notify } from '../../base/ui/notices.ts';
import { PersonField } from '../../domain/groups/person-field.tsx';
import { Avatar } from '../../domain/people/avatar.tsx';
import { NAMED_BY, useEngine, useStateOf } from '../../model/engine/context.ts';
import { personName } from '../../model/state/names.ts';
import { findPerson } from '../../model/state/state.ts';

const SHOWN_BY = [...NAMED_BY, 'muted_users'] as const;

export function MutedPeople() {
  const { client, own_id } = useEngine();
  const state = useStateOf(SHOWN_BY);
  const { muted_users } = state;
  const [busy, setBusy] = useState(false);
  const muted = new Set(muted_users.map(({ id }) => id as number));
  const act = async (call: () => Promise<unknown>, done_text: string) => {
    setBusy(true);
    if (await attempt(call)) notify(done_text);
    setBusy(false);
  };
  const mute = (user_id: number) =>
    void act(
      () => client.muteUser({ muted_user_id: user_id }),
      t('set_now_muted', { name: personName(state, user_id) }),
    );
  const unmute = (user_id: number) =>
    void act(
      () => client.unmuteUser({ muted_user_id: user_id }),
      t('set_now_unmuted', { name: personName(state, user_id) }),
    );
  return (
    <div className="setting-group">
      <p className="setting-hint quiet">{t('set_muted_people_hint')}</p>
      <PersonField label={t('set_mute_person')} without={(id) => id === own_id || muted.has(id)} choose={mute} />
      {muted_users.length === 0 ? (
        <p className="quiet">{t('set_nobody_muted')}</p>
      ) : (
        <ul className="setting-list">
          {muted_users.map(({ id, timestamp }) => (
            <li key={id}>
              <Avatar person={findPerson(state, id)} size="s" />
              <span className="setting-list-name" dir="auto">
                {personName(state, id)}
              </span>
              <span className="quiet">{t('set_since', { date: longDate(timestamp) })}</span>
              <button
                type="button"
                className="button"
                aria-disabled={busy}
                aria-label={t('set_unmute_person', { name: personName(state, id) })}
                onClick={() => !busy && unmute(id)}
              >
                {t('set_unmute')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
