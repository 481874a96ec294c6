// Direct conversations in the sidebar; searching also finds people.
import { memo, useState } from 'react';
import { fold } from '../../base/text/fold.ts';
import { t } from '../../base/text/text.ts';
import { toggleSection, useIsOpen } from '../../base/ui/collapsed-sections.ts';
import { Count } from '../../base/ui/count.tsx';
import { keyOf, type View } from '../../base/views/view.ts';
import { DirectMenu } from '../../domain/menus/direct-menu.tsx';
import { GuestMark } from '../../domain/people/guest-mark.tsx';
import { PersonMark } from '../../domain/people/person-mark.tsx';
import { StatusEmoji } from '../../domain/people/status-emoji.tsx';
import { NAMED_BY, useAppState, useEngine, useStateOf } from '../../model/engine/context.ts';
import { peopleNames } from '../../model/state/names.ts';
import { findPerson, type State } from '../../model/state/state.ts';
import { type UnreadCounts, unreadCounts } from '../../model/state/unread.ts';
import { useDirectConversations } from './direct-conversations.ts';
import { FoldingHeading, SidebarLink } from './sidebar-link.tsx';
import { SidebarList } from './sidebar-list.tsx';

const SHOWN = 8;
const KEY = 'direct';

export const DirectMessages = memo(function DirectMessages({ current, filter }: { current: string; filter: string }) {
  const engine = useEngine();
  const conversations = useDirectConversations(engine);
  const [all, setAll] = useState(false);
  const names = useStateOf(NAMED_BY);
  const unread = useAppState(unreadCounts);
  const summary = useAppState(({ user_settings }) => user_settings.web_left_sidebar_unreads_count_summary);
  const open = useIsOpen(KEY) || filter !== '';
  const found = filter ? conversations.filter((ids) => fold(peopleNames(names, ids)).includes(filter)) : conversations;
  const people = filter
    ? names.realm_users
        .filter(
          ({ full_name, user_id }) =>
            fold(full_name).includes(filter) && !found.some((ids) => ids.join() === String(user_id)),
        )
        .slice(0, SHOWN)
        .map(({ user_id }) => [user_id as number])
    : [];
  const shown = all || filter ? [...found, ...people] : found.slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <section>
      <FoldingHeading
        name={t('direct_messages')}
        open={open}
        count={summary ? unread.direct : 0}
        toggle={() => toggleSection(KEY)}
      />
      {open && (
        <SidebarList
          items={shown}
          keyOf={(user_ids) => user_ids.join()}
          always_shown={shown.findIndex((user_ids) => keyOf({ kind: 'direct', user_ids }) === current)}
          line={(user_ids) => <DirectLine user_ids={user_ids} current={current} names={names} unread={unread} />}
          foot={
            !all &&
            !filter &&
            found.length > SHOWN && (
              <button type="button" className="sidebar-link more" onClick={() => setAll(true)}>
                {t('more_conversations')}
              </button>
            )
          }
        />
      )}
    </section>
  );
});

interface LineProps {
  readonly user_ids: readonly number[];
  readonly current: string;
  readonly names: State;
  readonly unread: UnreadCounts;
}

function DirectLine({ user_ids, current, names, unread }: LineProps) {
  const view: View = { kind: 'direct', user_ids };
  return (
    <div className="sidebar-row">
      <SidebarLink view={view} is_current={keyOf(view) === current}>
        {user_ids.length > 1 ? (
          <span className="avatar avatar-s group" aria-hidden="true">
            {user_ids.length}
          </span>
        ) : (
          <PersonMark person={findPerson(names, user_ids[0] ?? names.user_id)} />
        )}
        <span className="sidebar-name" dir="auto">
          {peopleNames(names, user_ids)}
        </span>
        {user_ids.length === 1 && <GuestMark user_id={user_ids[0]!} />}
        {user_ids.length === 1 && <StatusEmoji user_id={user_ids[0]!} />}
        <Count count={unread.byKey.get(keyOf(view))?.count ?? 0} />
      </SidebarLink>
      <DirectMenu user_ids={user_ids} className="icon-button sidebar-menu" />
    </div>
  );
}
