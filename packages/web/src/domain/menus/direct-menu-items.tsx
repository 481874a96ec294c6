// What the menu of a direct message conversation offers.

import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { MenuAction, MenuLink } from '../../base/ui/menu.tsx';
import { hashOf, keyOf, type View } from '../../base/views/view.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { unreadCounts } from '../../model/state/unread.ts';
import { copyLink, markAll } from '../channels/channel-actions.ts';

export function DirectMenuItems({ user_ids }: { user_ids: readonly number[] }) {
  const engine = useEngine();
  const view: View = { kind: 'direct', user_ids };
  const unread = useAppState((state) => unreadCounts(state).byKey.has(keyOf(view)));
  const [person] = user_ids;
  const muted = useAppState(({ muted_users }) => muted_users.some(({ id }) => id === person));
  return (
    <>
      <MenuAction icon="eye" act={() => void markAll(engine, view, unread ? 'add' : 'remove')}>
        {t(unread ? 'mark_all_read' : 'mark_all_unread')}
      </MenuAction>
      <MenuAction icon="link" act={() => void copyLink(view)}>
        {t('copy_link')}
      </MenuAction>
      {user_ids.length === 1 && person !== undefined && (
        <>
          <MenuLink icon="person" href={hashOf({ kind: 'page', page: 'user', path: [String(person)] })}>
            {t('direct_show_profile')}
          </MenuLink>
          <MenuAction icon="mute" act={() => void attempt(() => setMuted(engine, person, !muted))}>
            {t(muted ? 'unmute_person' : 'mute_person')}
          </MenuAction>
        </>
      )}
    </>
  );
}

function setMuted(engine: ReturnType<typeof useEngine>, muted_user_id: number, on: boolean): Promise<unknown> {
  const person = { muted_user_id: muted_user_id };
  return on ? engine.client.muteUser(person) : engine.client.unmuteUser(person);
}
