// The values of profile fields, each edited with the control of its type.
import { FIELD_TYPE, type ProfileField, type ProfileValue, type UserId } from '@stoa/contract';
import { useRef } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Chip } from '../../base/ui/chip.tsx';
import { ChoiceRow, SettingGroup, TextRow, useSaved } from '../../base/ui/controls.tsx';
import { NAMED_BY, useAppState, useEngine, useStateOf } from '../../model/engine/context.ts';
import { personName } from '../../model/state/names.ts';
import { findPerson, type State } from '../../model/state/state.ts';
import { Avatar } from '../people/avatar.tsx';
import { dropdownChoices, maxLength, peopleIn } from '../people/field-values.ts';
import { PersonField } from './person-field.tsx';

const ownData = (state: State) => state.realm_users.find(({ user_id }) => user_id === state.user_id)?.profile_data;

export function ProfileFields() {
  const fields = useAppState(({ custom_profile_fields }) => custom_profile_fields);
  const data = useAppState(ownData);
  if (fields.length === 0) return null;
  return (
    <SettingGroup title={t('set_profile_fields')}>
      {fields.map((field) => (
        <OwnField key={field.id} field={field} value={data?.[field.id]?.value} />
      ))}
    </SettingGroup>
  );
}

function OwnField({ field, value }: { field: ProfileField; value: string | undefined }) {
  const { client } = useEngine();
  const is_admin = useAppState((state) => state.is_admin);
  return (
    <ProfileFieldRow
      field={field}
      value={value}
      disabled={!field.editable_by_user && !is_admin}
      save={(next) => client.updateProfileData({ data: [{ id: field.id, value: next }] })}
    />
  );
}

interface RowProps {
  readonly field: ProfileField;
  readonly value: string | undefined;
  readonly disabled: boolean;
  save(value: ProfileValue): Promise<unknown>;
}

/** An account's value of a field: the reader's own, or that of a profile they manage. */
export function ProfileFieldRow({ field, value, disabled, save }: RowProps) {
  const { type, name, hint, required } = field;
  const hints = [
    hint,
    disabled && t('set_field_fixed'),
    required && !value && !disabled && t('set_field_required'),
  ].filter(Boolean);
  const shared = { label: name, hint: hints.join(' · ') || undefined, required, disabled };
  switch (type) {
    case FIELD_TYPE.dropdown:
      return (
        <ChoiceRow
          {...shared}
          value={value ?? ''}
          choices={[['', t('set_not_specified')], ...dropdownChoices(field)]}
          save={(choice) => save(choice || null)}
        />
      );
    case FIELD_TYPE.users:
      return <PeopleField {...shared} value={peopleIn(value)} save={(ids) => save([...ids] as UserId[])} />;
    default:
      return (
        <TextRow
          {...shared}
          value={value ?? ''}
          type={type === FIELD_TYPE.date ? 'date' : type === FIELD_TYPE.link ? 'url' : 'text'}
          lines={type === FIELD_TYPE.paragraph ? 4 : 1}
          max_length={type === FIELD_TYPE.date ? undefined : maxLength(type)}
          save={(text) => save(text.trim() || null)}
        />
      );
  }
}

interface PeopleProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: readonly number[];
  readonly required: boolean;
  readonly disabled: boolean;
  save(user_ids: readonly number[]): Promise<unknown>;
}

function PeopleField({ label, hint, value, required, disabled, save }: PeopleProps) {
  const state = useStateOf(NAMED_BY);
  const { shown, change } = useSaved(value, save);
  const field = useRef<HTMLInputElement>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a group of rows
    <div className="setting" role="group" aria-label={label}>
      {shown.length > 0 && (
        <ul className="chips people-chips">
          {shown.map((id) => (
            <Chip
              key={id}
              name={personName(state, id)}
              remove={
                disabled
                  ? null
                  : () => {
                      field.current?.focus();
                      void change(shown.filter((other) => other !== id));
                    }
              }
            >
              <Avatar person={findPerson(state, id)} size="s" />
            </Chip>
          ))}
        </ul>
      )}
      {disabled ? (
        <span className="setting-label">{label}</span>
      ) : (
        <PersonField
          ref={field}
          label={label}
          required={required}
          without={(id) => shown.includes(id)}
          choose={(id) => void change([...shown, id])}
        />
      )}
      {hint && <p className="setting-hint quiet">{hint}</p>}
    </div>
  );
}
