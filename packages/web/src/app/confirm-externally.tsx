// In the dialog that asks for the password: confirms with the server's identity provider instead, in a new window. [WB907]
import type { Client } from '@stoa/sdk';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../base/text/all-texts.ts';
import { failureText } from '../base/text/failures.ts';

const WINDOW = 'popup,width=520,height=680';
/** No event tells that another window was closed. */
const LOOK_EVERY_MS = 300;

/** Calls `closed` when the window is closed, and closes it when it is needed no longer. */
function useWindow(opened: Window | null, closed: () => void): void {
  const onClosed = useEffectEvent(closed);
  useEffect(() => {
    if (!opened) return;
    const timer = setInterval(() => {
      if (!opened.closed) return;
      clearInterval(timer);
      onClosed();
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      opened.close();
    };
  }, [opened]);
}

interface Confirmation {
  readonly url: string;
  /** Null if the browser opened none. */
  readonly opened: Window | null;
}

interface Props {
  readonly client: Client;
  /** The provider. */
  readonly name: string;
  /** Repeats the refused call; false if it is refused for the same reason. */
  repeat(): Promise<boolean>;
}

export function ConfirmExternally({ client, name, repeat }: Props) {
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
    // Browsers open windows only while a click is being handled, not after the server's answer.
    const opened = open('', '_blank', WINDOW);
    return attempt(async () => {
      try {
        const { url } = await client.confirmExternally();
        if (opened) {
          // What is shown there must not lead this page elsewhere.
          opened.opener = null;
          opened.location.replace(url);
        }
        setBegun({ url, opened });
      } catch (error) {
        opened?.close();
        throw error;
      }
    });
  };
  const check = () =>
    attempt(async () => {
      if (!(await repeat())) setProblem(t('confirm_external_not_yet', { name }));
    });
  useWindow(begun?.opened ?? null, () => void check());
  return (
    <div className="sign-on">
      <button type="button" className="button wide" onClick={() => void begin()}>
        {t('confirm_external', { name })}
      </button>
      <div className="sign-on-begun" role="status">
        {begun?.opened && <p>{t('confirm_external_waiting')}</p>}
        {begun && !begun.opened && (
          <p>
            {t('confirm_external_blocked')}{' '}
            <a href={begun.url} target="_blank" rel="noopener noreferrer">
              {t('confirm_external_open', { name })}
            </a>
          </p>
        )}
      </div>
      {begun && (
        <button type="button" className="button wide" onClick={() => void check()}>
          {t('confirm_external_done')}
        </button>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
