// Administers an account: name, role, address, deactivation. [WB51] [WB55]
import * as Ariakit from '@ariakit/react';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt, attemptOnce } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { ChoiceRow, SettingGroup, TextRow } from '../../base/ui/controls.tsx';
import { Dialog } from '../../base/ui/dialog.tsx';
import { ProfileFieldRow } from '../../domain/groups/profile-fields.tsx';
import { managedPerson } from '../../domain/people/cards.ts';
import { roleName, rolesToGive } from '../../domain/people/roles.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { findPerson, type Person } from '../../model/state/state.ts';
import { BotDialog } from '../bots/bot-dialog.tsx';
import { PersonData } from './person-data.tsx';
import { PersonTwoFactor } from './person-two-factor.tsx';
import { ResetLink } from './reset-link.tsx';

const MAX_NAME_LENGTH = 100;

export function ManageDialog({ user_id }: { user_id: number }) {
  const person = useAppState((state) => findPerson(state, user_id));
  const close = () => managedPerson.set(null);
  if (!person) return null;
  if (person.is_bot) return <BotDialog user_id={user_id} close={close} />;
  return (
    <Dialog title={t('manage_title', { name: person.full_name })} onClose={close}>
      <ManagePerson person={person} />
      <div className="dialog-actions">
        <Ariakit.DialogDismiss className="button">{t('close')}</Ariakit.DialogDismiss>
      </div>
    </Dialog>
  );
}

function ManagePerson({ person }: { person: Person }) {
  const { client } = useEngine();
  const { user_id } = person;
  const is_owner = useAppState((state) => state.is_owner);
  const own_id = useAppState((state) => state.user_id);
  const roles = rolesToGive({ is_owner });
  const may_change_role = roles.some(([role]) => role === person.role);
  return (
    <div className="manage">
      <TextRow
        label={t('full_name')}
        value={person.full_name}
        max_length={MAX_NAME_LENGTH}
        save={(full_name) => client.updateUser({ user_id, full_name })}
      />
      <ChoiceRow
        label={t('role')}
        value={person.role}
        choices={may_change_role ? roles : [[person.role, roleName(person.role)]]}
        disabled={!may_change_role || !person.is_active}
        hint={may_change_role ? undefined : t('owners_role_hint')}
        save={(role) => client.updateUser({ user_id, role })}
      />
      {is_owner && (
        <TextRow
          label={t('email')}
          hint={t('change_email_hint')}
          type="email"
          value={person.delivery_email ?? ''}
          save={(new_email) => client.updateUser({ user_id, new_email })}
        />
      )}
      <Fields person={person} />
      {person.is_active && may_change_role && person.user_id !== own_id && (
        <>
          <ResetLink person={person} />
          <PersonTwoFactor person={person} />
        </>
      )}
      <Access person={person} disabled={!may_change_role} />
      {may_change_role && person.user_id !== own_id && <PersonData person={person} />}
    </div>
  );
}

/** Administrators can edit every field, including those their owner can't. */
function Fields({ person }: { person: Person }) {
  const { client } = useEngine();
  const { user_id } = person;
  const fields = useAppState(({ custom_profile_fields }) => custom_profile_fields);
  if (fields.length === 0) return null;
  return (
    <SettingGroup title={t('profile_of_person')}>
      {fields.map((field) => (
        <ProfileFieldRow
          key={field.id}
          field={field}
          value={person.profile_data?.[String(field.id)]?.value}
          disabled={false}
          save={(value) => client.updateUser({ user_id, profile_data: [{ id: field.id, value }] })}
        />
      ))}
    </SettingGroup>
  );
}

function Access({ person, disabled }: { person: Person; disabled: boolean }) {
  const { client } = useEngine();
  const { user_id, full_name } = person;
  const [confirming, setConfirming] = useState(false);
  const bots = useAppState(
    ({ realm_users }) => realm_users.filter(({ bot_owner_id }) => bot_owner_id === user_id).length,
  );
  if (!person.is_active)
    return (
      <div className="setting">
        <p className="quiet">{t('deactivated_lead')}</p>
        <div className="setting-actions">
          <button
            type="button"
            className="button"
            disabled={disabled}
            onClick={() => void attemptOnce(`reactivate ${user_id}`, () => client.reactivateUser({ user_id }))}
          >
            {t('reactivate_person')}
          </button>
        </div>
      </div>
    );
  return (
    <div className="setting-actions">
      <button type="button" className="button danger" disabled={disabled} onClick={() => setConfirming(true)}>
        {t('deactivate_person')}
      </button>
      {confirming && (
        <ConfirmDialog
          title={t('deactivate_title', { name: full_name })}
          lead={[t('deactivate_lead'), ...(bots > 0 ? [t('deactivate_bots', { count: bots })] : [])].join(' ')}
          action={t('deactivate_person_confirm')}
          confirm={() => void attempt(() => client.deactivateUser({ user_id }))}
          close={() => setConfirming(false)}
        />
      )}
    </div>
  );
}
