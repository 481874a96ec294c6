// The reader's account: address, password, role, deactivation.
import { useEffect, useState } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { longDate } from '../../base/text/dates.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { roleName } from '../../domain/people/roles.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { signOutRequested } from '../../model/session/sign-out.ts';
import { useSendsMail } from '../../model/session/use-sends-mail.ts';
import { EmailDialog, PasswordDialog } from './account-dialogs.tsx';
import { OwnData, OwnErasure } from './own-data.tsx';
import { Passkeys } from './passkeys.tsx';
import { TwoFactor } from './two-factor.tsx';
import { waitingAddress } from './waiting-address.ts';

export function Account() {
  const [dialog, setDialog] = useState<'email' | 'password' | 'deactivate' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <SettingGroup title={t('set_signing_in')}>
        <Address change={() => setDialog('email')} />
        <Password change={() => setDialog('password')} />
        <TwoFactor />
        <Passkeys />
      </SettingGroup>
      <Facts />
      <OwnData />
      <SettingGroup title={t('set_leaving')}>
        <p className="setting-hint quiet">{t('set_deactivate_hint')}</p>
        <div className="setting-actions">
          <button type="button" className="button danger" onClick={() => setDialog('deactivate')}>
            {t('set_deactivate')}
          </button>
        </div>
        <OwnErasure />
      </SettingGroup>
      {dialog === 'email' && <EmailDialog close={close} />}
      {dialog === 'password' && <PasswordDialog close={close} />}
      {dialog === 'deactivate' && <Deactivation close={close} />}
    </>
  );
}

function Address({ change }: { change(): void }) {
  const address = useAppState(({ delivery_email }) => delivery_email);
  const fixed = useAppState(({ realm_email_changes_disabled, is_admin }) => realm_email_changes_disabled && !is_admin);
  const sends_mail = useSendsMail();
  const waiting = useCell(waitingAddress);
  useEffect(() => {
    if (waiting && waiting.toLowerCase() === address.toLowerCase()) waitingAddress.set(null);
  }, [waiting, address]);
  return (
    <div className="setting">
      <span className="setting-label">{t('email')}</span>
      <div className="setting-line">
        <span className="setting-value">{address}</span>
        {!fixed && sends_mail && (
          <button type="button" className="button" onClick={change}>
            {t('set_change_email')}
          </button>
        )}
      </div>
      {fixed ? (
        <p className="setting-hint quiet">{t('set_email_fixed')}</p>
      ) : (
        sends_mail === false && <p className="setting-hint quiet">{t('set_email_no_mail')}</p>
      )}
      {waiting && (
        <p className="setting-note" role="status">
          {t('set_email_waiting', { address: waiting })}
        </p>
      )}
    </div>
  );
}

function Password({ change }: { change(): void }) {
  const enabled = useAppState(({ realm_password_auth_enabled }) => realm_password_auth_enabled);
  if (!enabled) return null;
  return (
    <div className="setting">
      <span className="setting-label">{t('password')}</span>
      <div className="setting-line">
        <span className="setting-value" aria-hidden="true">
          ••••••••
        </span>
        <button type="button" className="button" onClick={change}>
          {t('set_change_password')}
        </button>
      </div>
    </div>
  );
}

function Facts() {
  const own = useAppState((state) => state.realm_users.find(({ user_id }) => user_id === state.user_id));
  if (!own) return null;
  return (
    <SettingGroup title={t('set_in_organization')}>
      <dl className="facts">
        <div>
          <dt>{t('set_role')}</dt>
          <dd>{roleName(own.role)}</dd>
        </div>
        <div>
          <dt>{t('set_joined')}</dt>
          <dd>{longDate(Date.parse(own.date_joined) / 1000)}</dd>
        </div>
      </dl>
    </SettingGroup>
  );
}

function Deactivation({ close }: { close(): void }) {
  const { client } = useEngine();
  const organization = useAppState(({ realm_name }) => realm_name);
  return (
    <ConfirmDialog
      title={t('set_deactivate_title', { organization })}
      lead={t('set_deactivate_lead')}
      action={t('set_deactivate')}
      confirm={() => void attempt(() => client.deactivateOwnUser({})).then((done) => done && signOutRequested.emit())}
      close={close}
    />
  );
}
