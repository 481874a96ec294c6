// Dialogs that change the address or password, with errors beside the fields.
import { useId, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Check } from '../../base/ui/check.tsx';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { notify } from '../../base/ui/notices.ts';
import { isProof, NO_PROOF, OwnProof, type Proof, withProof } from '../../domain/proof/own-proof.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { passwordUse } from '../../model/state/proof.ts';
import { waitingAddress } from './waiting-address.ts';

/** The refusals that are about the new address, and about the new password. */
const ADDRESS = /^(email_|no_mail_to_confirm)/;
const NEW_PASSWORD = /^(short|long|weak)_password$|^password_empty$/;

const proven = ({ password, passkey }: Proof) => (passkey ? { passkey } : { old_password: password });

export function EmailDialog({ close }: { close(): void }) {
  const { client } = useEngine();
  const address = useAppState(({ delivery_email }) => delivery_email);
  const use = useAppState(passwordUse);
  const [email, setEmail] = useState('');
  const [proof, setProof] = useState(NO_PROOF);
  const wanted = email.trim();
  return (
    <FormDialog
      title={t('set_change_email')}
      action={t('set_send_link')}
      ready={wanted !== '' && wanted.toLowerCase() !== address.toLowerCase() && (use !== 'required' || isProof(proof))}
      send={async () => {
        await withProof(proof, () => client.updateSettings({ email: wanted, ...proven(proof) }), setProof);
        waitingAddress.set(wanted);
      }}
      close={close}
    >
      <p className="quiet">{t('set_change_email_lead', { address })}</p>
      <LabelledInput
        label={t('set_new_email')}
        type="email"
        autoComplete="email"
        refused_for={ADDRESS}
        required
        value={email}
        change={setEmail}
      />
      {use !== 'none' && (
        <OwnProof label={t('set_old_password')} optional={use === 'perhaps'} proof={proof} change={setProof} />
      )}
    </FormDialog>
  );
}

export function PasswordDialog({ close }: { close(): void }) {
  const { client } = useEngine();
  const email = useAppState(({ delivery_email }) => delivery_email);
  const shortest = useAppState(({ password_min_length }) => password_min_length);
  const [proof, setProof] = useState(NO_PROOF);
  const [new_password, setNew] = useState('');
  const [seen, setSeen] = useState(false);
  const hint = useId();
  const type = seen ? 'text' : 'password';
  return (
    <FormDialog
      title={t('set_change_password')}
      action={t('set_change_password')}
      ready={isProof(proof) && [...new_password].length >= shortest}
      send={async () => {
        await withProof(proof, () => client.updateSettings({ new_password, ...proven(proof) }), setProof);
        notify(t('set_password_changed'));
      }}
      close={close}
    >
      {/* For password managers, which store passwords by account name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <OwnProof label={t('set_old_password')} shown={seen} proof={proof} change={setProof} />
      <LabelledInput
        label={t('set_new_password')}
        type={type}
        autoComplete="new-password"
        refused_for={NEW_PASSWORD}
        required
        aria-describedby={hint}
        value={new_password}
        change={setNew}
      />
      <p id={hint} className="setting-hint quiet">
        {t('set_password_hint', { count: shortest })}
      </p>
      <Check label={t('set_show_passwords')} value={seen} change={setSeen} />
    </FormDialog>
  );
}
