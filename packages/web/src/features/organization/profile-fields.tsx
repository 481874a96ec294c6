// Custom profile fields, in the order of profiles.
import { FIELD_TYPE, type ProfileField } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { SortableList } from '../../base/ui/sortable-list.tsx';
import { dropdownChoices } from '../../domain/people/field-values.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { EditableEntries, EntryButtons } from './entries.tsx';
import { FieldDialog } from './field-dialog.tsx';
import { TYPE_NAMES } from './field-model.ts';

const FLAGS = [
  ['display_in_profile_summary', 'org_field_summary'],
  ['required', 'org_field_required'],
] as const;

export function ProfileFields() {
  const { client } = useEngine();
  const fields = useAppState(({ custom_profile_fields }) => custom_profile_fields);
  return (
    <EditableEntries<ProfileField>
      lead={t('org_fields_lead')}
      none={t('org_fields_none')}
      empty={fields.length === 0}
      add={t('org_field_add')}
      list={({ edit, remove, is_admin }) => (
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
          actions={(field) => <EntryButtons name={field.name} edit={() => edit(field)} remove={() => remove(field)} />}
        />
      )}
      deletion={({ id, name }) => ({
        title: t('org_field_delete_title', { name }),
        lead: t('org_field_delete_lead'),
        remove: () => client.deleteProfileField({ field_id: id }),
      })}
      dialog={(field, close) => <FieldDialog field={field} close={close} />}
    />
  );
}

/** Hint, choices and options of a field. */
function describe(field: ProfileField): string {
  const choices = field.type === FIELD_TYPE.dropdown ? dropdownChoices(field).map(([, text]) => text) : [];
  const flags = FLAGS.filter(([flag]) => field[flag]).map(([, name]) => t(name));
  return [field.hint, choices.join(', '), ...flags].filter(Boolean).join(' · ');
}
