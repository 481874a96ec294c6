// The way back from the second step of signing in: another account, or another password.
import { t } from '../../base/text/all-texts.ts';

export const BackToSignIn = ({ back }: { back(): void }) => (
  <p>
    <a
      href="/"
      onClick={(event) => {
        event.preventDefault();
        back();
      }}
    >
      {t('in_to_sign_in')}
    </a>
  </p>
);
