// Common parts of organization lists: intro, add button, row buttons, empty state.
import { type ReactNode, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
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

function Entries({ lead, none, empty, add, may_add, children, start }: ListProps) {
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

interface EditableProps<Entry> extends Omit<ListProps, 'may_add' | 'children' | 'start'> {
  /** Draws the entries; its argument opens their dialogs. */
  list(open: { edit(entry: Entry): void; remove(entry: Entry): void; is_admin: boolean }): ReactNode;
  /** Dialog for a new entry or an existing one. */
  dialog(entry: Entry | null, close: () => void): ReactNode;
  deletion(entry: Entry): { readonly title: string; readonly lead: string; remove(): Promise<unknown> };
}

/** Entries that administrators add, edit and delete. */
export function EditableEntries<Entry>({ list, dialog, deletion, ...rest }: EditableProps<Entry>) {
  const is_admin = useAppState((state) => state.is_admin);
  const [editing, setEditing] = useState<{ readonly entry: Entry | null } | null>(null);
  const [deleting, setDeleting] = useState<Entry | null>(null);
  const confirmation = deleting && deletion(deleting);
  return (
    <>
      <Entries {...rest} may_add={is_admin} start={() => setEditing({ entry: null })}>
        {list({ edit: (entry) => setEditing({ entry }), remove: setDeleting, is_admin })}
      </Entries>
      {confirmation && (
        <ConfirmDialog
          title={confirmation.title}
          lead={confirmation.lead}
          action={t('delete')}
          confirm={() => void attempt(confirmation.remove)}
          close={() => setDeleting(null)}
        />
      )}
      {editing && dialog(editing.entry, () => setEditing(null))}
    </>
  );
}

interface ChangeProps {
  readonly name: string;
  edit?(): void;
  remove(): void;
}

/** Edit and delete buttons, for administrators. */
export function EntryButtons({ name, edit, remove }: ChangeProps) {
  const is_admin = useAppState((state) => state.is_admin);
  if (!is_admin) return null;
  return (
    <>
      {edit && <IconButton icon="draft" size={16} label={t('org_edit', { name })} onClick={edit} />}
      <IconButton icon="trash" size={16} label={t('org_delete', { name })} onClick={remove} />
    </>
  );
}
