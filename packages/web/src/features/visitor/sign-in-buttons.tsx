// Leads to an account: for those who have one, and for others where anybody may sign up. [WB286]
import { t } from '../../base/text/text.ts';
import { useVisit } from './visit-actions.ts';

export function SignInButtons() {
  const { is_open_to_all, signIn } = useVisit();
  return (
    <div className="visitor-buttons">
      <button type="button" className="button primary" onClick={signIn}>
        {t('sign_in')}
      </button>
      {is_open_to_all && (
        <a className="button" href="/register/">
          {t('in_register')}
        </a>
      )}
    </div>
  );
}
