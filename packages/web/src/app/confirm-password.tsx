// Asks for the password again when the server requires it, then repeats the call. Has a React root of its own, so callers
// need not know about it. [WB190]
import type { Client } from '@stoa/sdk';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { t } from '../base/text/all-texts.ts';
import { FormDialog } from '../base/ui/form-dialog.tsx';
import { PresentPassword } from '../base/ui/present-password.tsx';
import type { RefusedCall } from '../model/session/connection.ts';

/** Concurrent calls that need the password share one dialog. */
let open_dialog: Promise<boolean> | null = null;

/** The answer to the refused call, or to its repetition after the password was entered. */
export async function withPassword({ response, is_read, retry }: RefusedCall, client: Client): Promise<Response> {
  const error_text = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null;
  if (error_text?.code !== 'PASSWORD_NEEDED') return response;
  open_dialog ??= askPassword(client, is_read).finally(() => {
    open_dialog = null;
  });
  return (await open_dialog) ? retry() : response;
}

function askPassword(client: Client, is_read: boolean): Promise<boolean> {
  const mount = document.body.appendChild(document.createElement('div'));
  const root = createRoot(mount);
  return new Promise<boolean>((resolve) => {
    const end = (confirmed: boolean) => {
      resolve(confirmed);
      root.unmount();
      mount.remove();
    };
    root.render(<PasswordDialog client={client} is_read={is_read} end={end} />);
  });
}

interface DialogProps {
  readonly client: Client;
  readonly is_read: boolean;
  end(confirmed: boolean): void;
}

function PasswordDialog({ client, is_read, end }: DialogProps) {
  const [password, setPassword] = useState('');
  const [is_confirmed, setGiven] = useState(false);
  useEffect(() => {
    // It is about what the page it lies over was asked to do.
    const leave = () => end(false);
    addEventListener('hashchange', leave);
    return () => removeEventListener('hashchange', leave);
  }, [end]);
  const send = async () => {
    await client.confirmSession({ password });
    setGiven(true);
    end(true);
  };
  return (
    <FormDialog
      title={t('confirm_password_title')}
      action={t('confirm_password_do')}
      ready={password !== '' && !is_confirmed}
      send={send}
      close={() => !is_confirmed && end(false)}
    >
      <p>{t(is_read ? 'confirm_password_read' : 'confirm_password_lead')}</p>
      <PresentPassword label={t('api_key_password')} value={password} change={setPassword} />
    </FormDialog>
  );
}
