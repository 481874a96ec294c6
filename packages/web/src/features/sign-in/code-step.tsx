// The second step of signing in: a code of the authenticator app, or a recovery code. Loaded when the server asks for it. [WB940]
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { sessionOf } from '../../model/session/session.ts';
import type { Session } from '../../model/session/stored-session.ts';
import { BackToSignIn } from './back-to-sign-in.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { type PasswordCredentials, signIn } from './sign-in-api.ts';
import { SignInField, SignInForm } from './sign-in-card.tsx';

interface Props {
  /** The password is right. */
  readonly credentials: PasswordCredentials;
  signedIn(session: Session): void;
  back(): void;
}

export function CodeStep({ credentials, signedIn, back }: Props) {
  const [by_app, setByApp] = useState(true);
  return (
    <SignInForm
      title={t('in_code_title')}
      lead={t(by_app ? 'in_code_lead' : 'in_recovery_lead')}
      button={t('sign_in')}
      busy_button={t('signing_in')}
      submit={async ({ code = '' }) => signedIn(sessionOf(await signIn({ ...credentials, code })))}
      foot={
        <>
          <button type="button" className="button wide" onClick={() => setByApp(!by_app)}>
            {t(by_app ? 'in_use_recovery' : 'in_use_app')}
          </button>
          <PasskeySignIn signedIn={signedIn} />
          {!by_app && <p className="quiet">{t('in_no_codes')}</p>}
          <BackToSignIn back={back} />
        </>
      }
    >
      <SignInField
        key={String(by_app)}
        name="code"
        label={t(by_app ? 'in_code' : 'in_recovery_code')}
        autocomplete={by_app ? 'one-time-code' : 'off'}
        inputMode={by_app ? 'numeric' : 'text'}
        takes_focus
      />
    </SignInForm>
  );
}
