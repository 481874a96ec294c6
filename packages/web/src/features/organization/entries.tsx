// What lists of the organization's things share: a lead, a button to add one, buttons of an entry, words for an empty list.
import type { ReactNode } from 'react';
import { t } from '../../base/text/text.ts';
import { Icon, type IconName } from '../../base/ui/icon.tsx';
import { useAppState } from '../../model/engine/context.ts';
import { ReadOnlyNotice } from './notice.tsx';

interface ListProps {
  readonly lead: string;
  readonly none: string;
  readonly empty: boolean;
  readonly add: string;
  readonly may_add: boolean;
  readonly children: ReactNode;
  start(): void;
}

export function Entries({ lead, none, empty, add, may_add, children, start }: ListProps) {
  return (
    <>
      <ReadOnlyNotice />
      <p className="quiet">{lead}</p>
      {may_add && (
        <div className="setting-actions">
          <button type="button" className="button primary" onClick={start}>
            <Icon name="plus" size={16} /> {add}
          </button>
        </div>
      )}
      {empty ? <p className="quiet">{none}</p> : children}
    </>
  );
}

interface ButtonProps {
  readonly icon: IconName;
  readonly label: string;
  act(): void;
}

export function EntryButton({ icon, label, act }: ButtonProps) {
  return (
    <button type="button" className="icon-button" title={label} onClick={act}>
      <Icon name={icon} size={16} />
      <span className="hidden-text">{label}</span>
    </button>
  );
}

interface ChangeProps {
  readonly name: string;
  edit?(): void;
  remove(): void;
}

/** For administrators: change an entry, take it away. */
export function EntryButtons({ name, edit, remove }: ChangeProps) {
  const is_admin = useAppState((state) => state.is_admin);
  if (!is_admin) return null;
  return (
    <>
      {edit && <EntryButton icon="draft" label={t('org_edit', { name })} act={edit} />}
      <EntryButton icon="trash" label={t('org_delete', { name })} act={remove} />
    </>
  );
}
