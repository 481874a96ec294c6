// The second step of signing in for accounts whose only second factor is a passkey. [WB949]
import { t } from '../../base/text/all-texts.ts';
import { hasPasskeys } from '../../model/session/browser-passkeys.ts';
import type { Session } from '../../model/session/stored-session.ts';
import { BackToSignIn } from './back-to-sign-in.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { SignInCard } from './sign-in-card.tsx';

interface Props {
  signedIn(session: Session): void;
  back(): void;
}

export const PasskeyStep = ({ signedIn, back }: Props) => (
  <SignInCard
    title={t('passkey_step_title')}
    lead={t(hasPasskeys() ? 'passkey_step_lead' : 'passkey_step_elsewhere')}
    problem={null}
    foot={<BackToSignIn back={back} />}
  >
    <PasskeySignIn primary signedIn={signedIn} />
  </SignInCard>
);
