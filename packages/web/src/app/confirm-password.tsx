// Asks for the password again, or a passkey, when the server requires it, then repeats the call. Has a React root of its own, so callers
// need not know about it. [WB190]
import type { Client } from '@stoa/sdk';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { t } from '../base/text/all-texts.ts';
import { Dialog } from '../base/ui/dialog.tsx';
import { FormDialog } from '../base/ui/form-dialog.tsx';
import { PresentPassword } from '../base/ui/present-password.tsx';
import { PasskeyButton } from '../domain/proof/passkey-button.tsx';
import { ONLY_PASSWORDS, type SignInMethods, signInMethods } from '../features/sign-in/sign-in-methods.ts';
import { Or } from '../features/sign-in/sign-on-button.tsx';
import type { RefusedCall } from '../model/session/connection.ts';
import { hasOwnPasskey } from '../model/session/own-passkey.ts';
import { ConfirmExternally } from './confirm-externally.tsx';

/** The dialog waits no longer to learn how people sign in here. */
const METHODS_WITHIN_MS = 2000;

/** Concurrent calls that need the password share one dialog. */
let open_dialog: Promise<boolean> | null = null;

/** The response to the refused call, or to its repetition after the password was entered. */
export async function withPassword(refused: RefusedCall, client: Client): Promise<Response> {
  const { response, retry } = refused;
  const error_text = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null;
  if (error_text?.code !== 'PASSWORD_NEEDED') return response;
  open_dialog ??= ask(client, refused).finally(() => {
    open_dialog = null;
  });
  return (await open_dialog) ? retry() : response;
}

async function ask(client: Client, refused: RefusedCall): Promise<boolean> {
  // The dialog comes complete. The password remains where nothing is known.
  const asked = client.getServerSettings({}, { timeout_ms: METHODS_WITHIN_MS }).then(signInMethods);
  const [methods, has_passkey] = await Promise.all([asked.catch(() => ONLY_PASSWORDS), hasOwnPasskey(client)]);
  const mount = document.body.appendChild(document.createElement('div'));
  const root = createRoot(mount);
  return new Promise<boolean>((resolve) => {
    const end = (is_confirmed: boolean) => {
      resolve(is_confirmed);
      root.unmount();
      mount.remove();
    };
    root.render(
      <ConfirmDialog client={client} refused={refused} methods={methods} has_passkey={has_passkey} end={end} />,
    );
  });
}

interface DialogProps {
  readonly client: Client;
  readonly refused: RefusedCall;
  readonly methods: SignInMethods;
  readonly has_passkey: boolean;
  end(is_confirmed: boolean): void;
}

const externalLead = ({ is_read }: RefusedCall) => t(is_read ? 'confirm_external_read' : 'confirm_external_lead');

function ConfirmDialog(props: DialogProps) {
  const { client, refused, methods, has_passkey, end } = props;
  const { sign_on, takes_passwords } = methods;
  useEffect(() => {
    // It is about what the page it lies over was asked to do.
    const leave = () => end(false);
    addEventListener('hashchange', leave);
    return () => removeEventListener('hashchange', leave);
  }, [end]);
  const externally = sign_on && (
    <ConfirmExternally client={client} name={sign_on.display_name} confirmed={() => end(true)} />
  );
  const by_passkey = has_passkey && (
    <PasskeyButton
      client={client}
      label={t('confirm_passkey')}
      takes_focus
      use={(proof) => client.confirmByPasskey(proof).then(() => end(true))}
    />
  );
  if ((externally || by_passkey) && !takes_passwords)
    return (
      <Dialog title={t('confirm_external_title')} onClose={() => end(false)}>
        <div className="form-dialog">
          <p>{externalLead(refused)}</p>
          {by_passkey}
          {externally}
          <div className="dialog-actions">
            <button type="button" className="button" onClick={() => end(false)}>
              {t('cancel')}
            </button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <PasswordDialog {...props} by_passkey={by_passkey}>
      {externally}
    </PasswordDialog>
  );
}

interface PasswordProps extends DialogProps {
  readonly by_passkey: ReactNode;
  readonly children: ReactNode;
}

function PasswordDialog({ client, refused, by_passkey, end, children }: PasswordProps) {
  const [password, setPassword] = useState('');
  const [is_confirmed, setConfirmed] = useState(false);
  const send = async () => {
    await client.confirmSession({ password });
    setConfirmed(true);
    end(true);
  };
  return (
    <FormDialog
      title={t(by_passkey ? 'confirm_external_title' : 'confirm_password_title')}
      action={t('confirm_password_do')}
      ready={password !== '' && !is_confirmed}
      send={send}
      close={() => !is_confirmed && end(false)}
    >
      <p>
        {by_passkey ? externalLead(refused) : t(refused.is_read ? 'confirm_password_read' : 'confirm_password_lead')}
      </p>
      {by_passkey}
      {by_passkey && <Or />}
      <PresentPassword label={t('api_key_password')} value={password} change={setPassword} />
      {children && <Or />}
      {children}
    </FormDialog>
  );
}
