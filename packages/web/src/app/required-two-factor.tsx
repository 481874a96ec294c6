// In place of the client, until the reader has switched on the two-factor sign-in that their organization requires. [WB946]
import type { beginTwoFactor, ResultOf } from '@stoa/contract';
import { ApiError } from '@stoa/contract/api-error';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { t } from '../base/text/all-texts.ts';
import { failureText } from '../base/text/failures.ts';
import { loadFailureTexts } from '../base/text/language.ts';
import { addPasskey, refusedHere } from '../features/settings/add-passkey.ts';
import { RecoveryCodeList } from '../features/settings/recovery-code-list.tsx';
import { TwoFactorSecret } from '../features/settings/two-factor-secret.tsx';
import { thisDevice } from '../features/sign-in/device-name.ts';
import {
  OrganizationContext,
  type OrganizationFace,
  SignInCard,
  SignInField,
  SignInForm,
} from '../features/sign-in/sign-in-card.tsx';
import { useSending } from '../features/sign-in/use-sending.ts';
import { hasPasskeys } from '../model/session/browser-passkeys.ts';
import { type ConfirmPassword, Connection } from '../model/session/connection.ts';
import type { Session } from '../model/session/stored-session.ts';
import { Starting } from './starting.tsx';

interface Props {
  readonly session: Session;
  readonly confirmPassword: ConfirmPassword;
  /** The account is let in. */
  done(): void;
  /** The session has ended. */
  failed(error: unknown): void;
  signOut(): void;
}

type Step =
  | { readonly kind: 'begin'; readonly problem: string | null }
  | { readonly kind: 'setup'; readonly begun: ResultOf<typeof beginTwoFactor> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.fields.reason : null);

export function RequiredTwoFactor({ session, confirmPassword, done, failed, signOut }: Props) {
  const connection = useMemo(() => new Connection(session, confirmPassword), [session, confirmPassword]);
  const [face, setFace] = useState<OrganizationFace | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const { client, quiet_client } = connection;
  /** In another tab, or on another device, it may be on already. */
  const unlessOn = (error: unknown) => {
    if (reasonOf(error) !== 'two_factor_on') throw error;
    done();
  };
  const begin = async (by = client) => setStep({ kind: 'setup', begun: await by.beginTwoFactor() });
  const start = useEffectEvent(async () => {
    client
      .getServerSettings()
      .then(({ realm_name, realm_icon }) => setFace({ name: realm_name, icon: realm_icon }))
      .catch(() => {});
    try {
      // Just after signing in the password is fresh: nothing is asked for.
      await begin(quiet_client).catch(unlessOn);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return failed(error);
      await loadFailureTexts();
      const is_asked = error instanceof ApiError && error.code === 'PASSWORD_NEEDED';
      setStep({ kind: 'begin', problem: is_asked ? null : failureText(error) });
    }
  });
  useEffect(() => {
    void start();
    return () => connection.close();
  }, [connection]);
  if (step === null) return <Starting />;
  /** Without a dialog for the name: the setup is to take as few steps as can be. */
  const addOwnPasskey = async () => {
    const { is_possible } = await client.getPasskeys();
    if (!is_possible) throw refusedHere('passkey_impossible');
    await addPasskey(client, await client.beginPasskey(), thisDevice());
    done();
  };
  const leave = (
    <button type="button" className="button wide" onClick={signOut}>
      {t('sign_out')}
    </button>
  );
  return <OrganizationContext value={face}>{draw(step, leave)}</OrganizationContext>;

  function draw(step: Step, foot: ReactNode): ReactNode {
    if (step.kind === 'begin')
      return (
        <SignInForm
          title={t('required_title')}
          lead={step.problem ?? t('required_lead')}
          button={t('required_begin')}
          submit={() => begin().catch(unlessOn)}
          foot={foot}
        />
      );
    if (step.kind === 'setup') {
      const { secret, url, setup } = step.begun;
      const confirm = async ({ code = '' }) => {
        const { recovery_codes } = await client.confirmTwoFactor({ setup, code });
        setStep({ kind: 'codes', codes: recovery_codes });
      };
      return (
        <SignInForm
          key="setup"
          title={t('required_title')}
          lead={t('required_lead')}
          button={t('two_factor_on_do')}
          submit={(fields) => confirm(fields).catch(unlessOn)}
          foot={
            <>
              {hasPasskeys() && <PasskeyInstead add={addOwnPasskey} />}
              {foot}
            </>
          }
        >
          <TwoFactorSecret secret={secret} url={url} />
          <SignInField
            name="code"
            label={t('two_factor_code')}
            autocomplete="one-time-code"
            inputMode="numeric"
            takes_focus
          />
        </SignInForm>
      );
    }
    return (
      <SignInCard title={t('recovery_codes')} problem={null} send={async () => done()}>
        <RecoveryCodeList codes={step.codes} organization={face?.name ?? location.host} email={session.email} />
        <button type="submit" className="button primary wide">
          {t('required_go_on')}
        </button>
      </SignInCard>
    );
  }
}

/** A device with a fingerprint, a face or a PIN is enough too. */
function PasskeyInstead({ add }: { add(): Promise<void> }) {
  const { busy, problem, send } = useSending();
  return (
    <div className="sign-on">
      <button type="button" className="button wide" disabled={busy} onClick={() => void send(add)}>
        {t('required_passkey')}
      </button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
