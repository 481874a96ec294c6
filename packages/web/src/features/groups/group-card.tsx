// The card of a group: description, members and a link to its page. [WB59]

import { t } from '../../base/text/all-texts.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { findGroup, groupName } from '../../domain/groups/group-settings.ts';
import { mayDo, membersOf } from '../../domain/groups/membership.ts';
import { useGroups } from '../../domain/groups/use-groups.ts';
import { CardFrame, closeCard } from '../../domain/people/card-frame.tsx';
import type { CardRequest } from '../../domain/people/cards.ts';
import { PersonMark } from '../../domain/people/person-mark.tsx';
import { isVisitor, useEngine } from '../../model/engine/context.ts';
import { findPerson } from '../../model/state/state.ts';
import { joinGroup, leaveGroup } from './group-actions.ts';
import { addressOfGroup } from './groups-address.ts';

const SHOWN = 30;

export function GroupCard({ request }: { request: CardRequest }) {
  const engine = useEngine();
  const state = useGroups();
  const group = findGroup(state.realm_user_groups, request.id);
  if (!group)
    return (
      <CardFrame request={request} label={t('unknown_group')}>
        <p className="quiet">{t(isVisitor(engine) ? 'visitor_group' : 'group_not_found')}</p>
      </CardFrame>
    );
  const name = groupName(group);
  const members = membersOf(state.realm_user_groups, group.id);
  const may = mayDo(state, group);
  return (
    <CardFrame request={request} label={t('group_card_of', { name })}>
      <div className="person-names">
        <p className="person-name" dir="auto">
          {name}
        </p>
        {group.deactivated && (
          <p className="person-tags">
            <span className="tag strong">{t('deactivated')}</span>
          </p>
        )}
        {group.description && <p dir="auto">{group.description}</p>}
        <p className="quiet">{t('member_count', { count: members.length })}</p>
      </div>
      <ul className="card-list">
        {members.slice(0, SHOWN).map((user_id) => (
          <li key={user_id}>
            <button type="button" className="menu-item" data-person={user_id} aria-haspopup="dialog">
              <PersonMark person={findPerson(state, user_id)} />
              <span dir="auto">{findPerson(state, user_id)?.full_name ?? t('unknown_person')}</span>
            </button>
          </li>
        ))}
      </ul>
      {members.length > SHOWN && <p className="quiet">{t('members_more', { count: members.length - SHOWN })}</p>}
      <div className="person-actions">
        <a className="button" href={addressOfGroup(group.id)} onClick={closeCard}>
          <Icon name="people" size={16} /> {t('open_group')}
        </a>
        {may.join && (
          <button type="button" className="button" onClick={() => void joinGroup(engine, group.id)}>
            {t('join_group')}
          </button>
        )}
        {may.leave && (
          <button type="button" className="button" onClick={() => void leaveGroup(engine, group.id)}>
            {t('leave_group')}
          </button>
        )}
      </div>
    </CardFrame>
  );
}
