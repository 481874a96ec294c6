// In the dialog that asks for the password: confirms with the server's identity provider instead, in a new window. [WB907]
import type { Client } from '@stoa/sdk';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../base/text/all-texts.ts';
import { failureText } from '../base/text/failures.ts';
import { watchConfirmed } from '../model/session/confirmation-channel.ts';
import { makeVerifier } from '../model/session/digest.ts';

const WINDOW = 'popup,width=520,height=680';

interface Confirmation {
  /** The text whose digest began it. */
  readonly verifier: string;
  readonly url: string;
  /** The browser opened no window. */
  readonly is_blocked: boolean;
}

interface Props {
  readonly client: Client;
  /** The provider. */
  readonly name: string;
  confirmed(): void;
}

export function ConfirmExternally({ client, name, confirmed }: Props) {
  const [begun, setBegun] = useState<Confirmation | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<unknown>) => {
    // The buttons stay enabled, or they would lose the focus.
    if (busy) return;
    setBusy(true);
    setProblem(null);
    await act().catch((error: unknown) => setProblem(failureText(error)));
    setBusy(false);
  };
  const begin = () => {
    if (busy) return;
    // Browsers open windows only while a click is being handled, not after the server's response.
    const opened = open('', '_blank', WINDOW);
    return attempt(async () => {
      try {
        const made = await makeVerifier();
        if (!made) {
          opened?.close();
          return setProblem(t('in_external_insecure', { name }));
        }
        const { verifier, challenge } = made;
        const { url } = await client.confirmExternally({ challenge });
        if (opened) {
          // What is shown there must not lead this page elsewhere.
          opened.opener = null;
          opened.location.replace(url);
        }
        setBegun({ verifier, url, is_blocked: opened === null });
      } catch (error) {
        opened?.close();
        throw error;
      }
    });
  };
  /** Also while another code is being tried: any tab can tell one, and the right one may be the second. */
  const finish = useEffectEvent((code: string) =>
    client
      .finishExternalConfirmation({ code, verifier: begun!.verifier })
      .then(confirmed)
      .catch((error: unknown) => setProblem(failureText(error))),
  );
  useEffect(() => (begun ? watchConfirmed((code) => void finish(code)) : undefined), [begun]);
  return (
    <div className="sign-on">
      <button type="button" className="button wide" onClick={() => void begin()}>
        {t('confirm_external', { name })}
      </button>
      <div className="sign-on-begun" role="status">
        {begun && !begun.is_blocked && problem === null && <p>{t('confirm_external_waiting')}</p>}
        {begun?.is_blocked && (
          <p>
            {t('confirm_external_blocked')}{' '}
            <a href={begun.url} target="_blank" rel="noopener noreferrer">
              {t('confirm_external_open', { name })}
            </a>
          </p>
        )}
      </div>
      <p className="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
