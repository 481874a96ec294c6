// What people tell of themselves: the fields in the order in which profiles have them.
import { FIELD_TYPE, type ProfileField } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { SortableList } from '../../base/ui/sortable-list.tsx';
import { dropdownChoices } from '../../domain/people/field-values.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { Entries, EntryButtons } from './entries.tsx';
import { FieldDialog } from './field-dialog.tsx';
import { TYPE_NAMES } from './field-model.ts';

const FLAGS = [
  ['display_in_profile_summary', 'org_field_summary'],
  ['required', 'org_field_required'],
] as const;

export function ProfileFields() {
  const { client } = useEngine();
  const fields = useAppState(({ custom_profile_fields }) => custom_profile_fields);
  const is_admin = useAppState((state) => state.is_admin);
  const [editing, setEditing] = useState<ProfileField | 'new' | null>(null);
  const [deleting, setDeleting] = useState<ProfileField | null>(null);
  return (
    <>
      <Entries
        lead={t('org_fields_lead')}
        none={t('org_fields_none')}
        empty={fields.length === 0}
        add={t('org_field_add')}
        may_add={is_admin}
        start={() => setEditing('new')}
      >
        <SortableList
          label={t('org_fields')}
          entries={fields}
          disabled={!is_admin || fields.length < 2}
          nameOf={({ name }) => name}
          reorder={(order) => client.reorderProfileFields({ order: [...order] })}
          draw={(field) => (
            <div className="entry-text">
              <span>
                <strong dir="auto">{field.name}</strong>{' '}
                <span className="tag">{t(TYPE_NAMES.find(([type]) => type === field.type)![1])}</span>
              </span>
              <span className="quiet" dir="auto">
                {describe(field)}
              </span>
            </div>
          )}
          actions={(field) => (
            <EntryButtons name={field.name} edit={() => setEditing(field)} remove={() => setDeleting(field)} />
          )}
        />
      </Entries>
      {deleting && (
        <ConfirmDialog
          title={t('org_field_delete_title', { name: deleting.name })}
          lead={t('org_field_delete_lead')}
          action={t('delete')}
          confirm={() => void attempt(() => client.deleteProfileField({ field_id: deleting.id }))}
          close={() => setDeleting(null)}
        />
      )}
      {editing && <FieldDialog field={editing === 'new' ? null : editing} close={() => setEditing(null)} />}
    </>
  );
}

/** Its hint, its choices, and what is special about it. */
function describe(field: ProfileField): string {
  const choices = field.type === FIELD_TYPE.dropdown ? dropdownChoices(field).map(([, text]) => text) : [];
  const flags = FLAGS.filter(([flag]) => field[flag]).map(([, name]) => t(name));
  return [field.hint, choices.join(', '), ...flags].filter(Boolean).join(' · ');
}
