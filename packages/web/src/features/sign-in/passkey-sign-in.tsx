// Signing in by a passkey: with a button, or as the browser suggests in the field of the address. Loaded after the form. [WB949]
import { ApiError, type beginPasskeySession, type NewSession, type ResultOf } from '@stoa/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { askForPasskey, hasPasskeys, isCancelled, suggestsPasskeys } from '../../model/session/browser-passkeys.ts';
import { sessionOf } from '../../model/session/session.ts';
import type { Session } from '../../model/session/stored-session.ts';
import { thisDevice } from './device-name.ts';
import { callApi } from './sign-in-api.ts';

/** Before the server's challenge ends, while a suggestion waits. */
const RENEW_MS = 9 * 60_000;

interface Props {
  /** Whether the browser suggests passkeys in the field of the address, which must have the autofill name `webauthn`. */
  readonly suggests?: boolean;
  readonly primary?: boolean;
  signedIn(session: Session): void;
}

async function signInByPasskey(how: Parameters<typeof askForPasskey>[1]): Promise<Session> {
  const { options, sealed_challenge } = await callApi<ResultOf<typeof beginPasskeySession>>(
    '/api/v1/sessions/passkey/begin',
    {},
  );
  const credential = JSON.stringify(await askForPasskey(options, how));
  const fields = { sealed_challenge, credential, device_name: thisDevice() };
  return sessionOf(await callApi<NewSession>('/api/v1/sessions/passkey', fields));
}

const explain = (error: unknown): string => {
  if (error instanceof ApiError)
    return error.code === 'AUTHENTICATION_FAILED' ? t('passkey_refused') : failureText(error);
  return error instanceof DOMException ? t('passkey_failed') : failureText(error);
};

export function PasskeySignIn({ suggests = false, primary = false, signedIn }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** Only one request may wait in a browser. */
  const waiting = useRef(new AbortController());
  const finish = useEffectEvent(signedIn);
  const fail = useEffectEvent((error: unknown) => setProblem(isCancelled(error) ? null : explain(error)));
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!suggests) return;
    const ending = new AbortController();
    waiting.current = ending;
    const timer = setTimeout(() => setRound(round + 1), RENEW_MS);
    const suggest = async () => {
      if (!(await suggestsPasskeys()) || ending.signal.aborted) return;
      finish(await signInByPasskey({ signal: ending.signal, among_suggestions: true }));
    };
    suggest().catch((error: unknown) => {
      // Nobody asked: a server that has no passkeys, or can't be reached, is nothing to complain about.
      if (error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED') {
        fail(error);
        setRound(round + 1);
      }
    });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [suggests, round]);
  if (!hasPasskeys()) return null;
  const press = async () => {
    waiting.current.abort();
    setBusy(true);
    setProblem(null);
    try {
      signedIn(await signInByPasskey({}));
    } catch (error) {
      setProblem(isCancelled(error) ? null : explain(error));
      setBusy(false);
      setRound(round + 1);
    }
  };
  return (
    <div className="sign-on">
      <button
        type="button"
        className={primary ? 'button primary wide' : 'button wide'}
        disabled={busy}
        onClick={() => void press()}
      >
        {t('passkey_sign_in')}
      </button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
