// All accounts, active or deactivated, sortable; administrators open one to change it. [WB55]
import { ROLE, type Role, type User } from '@stoa/contract';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { FindField } from '../../base/ui/find-field.tsx';
import { Select } from '../../base/ui/select.tsx';
import { managedPerson } from '../../domain/people/cards.ts';
import { lastSeen } from '../../domain/people/last-seen.ts';
import { type AccountOrder, accountsInOrder, matchesName, peopleByName } from '../../domain/people/people-order.ts';
import { PersonMark } from '../../domain/people/person-mark.tsx';
import { useAvailability } from '../../domain/people/presence-dot.tsx';
import { roleName } from '../../domain/people/roles.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { shownPeople } from '../../model/state/state.ts';

const COLUMNS = [
  ['name', 'full_name'],
  ['role', 'role'],
  ['seen', 'last_active'],
] as const;

export function PeopleAdmin() {
  const engine = useEngine();
  const [which, setWhich] = useState<'active' | 'deactivated' | 'without_two_factor'>('active');
  const without = useGaps(which === 'without_two_factor');
  const [order, setOrder] = useState<AccountOrder>('name');
  const [role, setRole] = useState<Role | null>(null);
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed);
  const users = useAppState(({ realm_users, realm_non_active_users }) =>
    which === 'deactivated' ? shownPeople(realm_non_active_users) : realm_users,
  );
  const is_admin = useAppState((state) => state.is_admin);
  const attendance = useDeferredValue(useCell(engine.presence.cell));
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    const found = peopleByName(users).filter(
      (user) =>
        (without === null || without.has(user.user_id)) &&
        (role === null || user.role === role) &&
        (query.trim() === '' || matchesName(user, query)),
    );
    return accountsInOrder(found, order, attendance);
  }, [users, without, role, query, order, attendance]);
  return (
    <>
      <div className="people-filters">
        <FindField label={t('find_person')} value={typed} change={setTyped} />
        <Select
          aria-label={t('which_accounts')}
          value={which}
          choices={[
            ['active', t('active_accounts')],
            ['deactivated', t('deactivated_accounts')],
            ...(is_admin ? [['without_two_factor', t('accounts_without_two_factor')] as const] : []),
          ]}
          change={setWhich}
        />
        <Select
          aria-label={t('role')}
          value={role}
          choices={[[null, t('any_role')], ...Object.values(ROLE).map((role) => [role, roleName(role)] as const)]}
          change={setRole}
        />
      </div>
      <p className="quiet" role="status">
        {shown.length === 0 ? t('nobody_found') : t('people_count', { count: shown.length })}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: only the rows in view are drawn, which a table can't do */}
      <div className="accounts" role="table" aria-label={t('people_title')} aria-rowcount={shown.length + 1}>
        <HeadRow order={order} sort={setOrder} />
        <div ref={scroller} className="accounts-scroll">
          <Virtualizer scrollRef={scroller}>
            {shown.map((user, at) => (
              <AccountRow key={user.user_id} user={user} index={at + 2} may_manage={is_admin} />
            ))}
          </Virtualizer>
        </div>
      </div>
    </>
  );
}

/** The active people who have a password and no two-factor sign-in, for administrators; null if not asked for. [WB948] */
function useGaps(is_asked: boolean): ReadonlySet<number> | null {
  const { client } = useEngine();
  const [found, setFound] = useState<ReadonlySet<number>>(NOBODY);
  useEffect(() => {
    if (!is_asked) return;
    let current = true;
    void attempt(async () => {
      const { people } = await client.getTwoFactorGaps();
      if (current) setFound(new Set(people.map(({ user_id }) => user_id)));
    });
    return () => {
      current = false;
    };
  }, [client, is_asked]);
  return is_asked ? found : null;
}

const NOBODY: ReadonlySet<number> = new Set();

/** Sorts by the column whose heading is pressed. */
function HeadRow({ order, sort }: { order: AccountOrder; sort(order: AccountOrder): void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are drawn, which a table can't do
    // biome-ignore lint/a11y/useFocusableInteractive: the buttons in it take the focus
    <div className="account-row account-head" role="row" aria-rowindex={1}>
      {COLUMNS.map(([name, label]) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus
        <span key={name} role="columnheader" aria-sort={order === name ? 'ascending' : 'none'}>
          <button type="button" onClick={() => sort(name)}>
            {t(label)} {order === name && <span aria-hidden="true">▾</span>}
          </button>
        </span>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: nothing to do with it */}
      <span role="columnheader">
        <span className="hidden-text">{t('actions')}</span>
      </span>
    </div>
  );
}

interface RowProps {
  readonly user: User;
  readonly index: number;
  readonly may_manage: boolean;
}

const AccountRow = memo(function AccountRow({ user, index, may_manage }: RowProps) {
  const { user_id, full_name } = user;
  const availability = useAvailability(user_id);
  const seen = useCell(useEngine().presence.cell, (attendance) =>
    availability ? lastSeen(attendance, user, availability) : '',
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are drawn, which a table can't do
    // biome-ignore lint/a11y/useFocusableInteractive: the buttons in it take the focus
    <div className="account-row" role="row" aria-rowindex={index}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span role="cell" className="account-name">
        <PersonMark person={user} silent />
        <span className="roster-main">
          <button type="button" className="name-button strong" data-person={user_id} aria-haspopup="dialog" dir="auto">
            {full_name}
          </button>
          <span className="quiet roster-detail">{user.delivery_email ?? ''}</span>
        </span>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span role="cell">{roleName(user.role)}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span role="cell" className="quiet account-seen">
        {seen}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span role="cell">
        {may_manage && (
          <button type="button" className="button" onClick={() => managedPerson.set(user_id)}>
            {t('manage')}
            <span className="hidden-text"> {full_name}</span>
          </button>
        )}
      </span>
    </div>
  );
});
