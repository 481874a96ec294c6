// The sign-in page of a development server: signs in to any account without a password.
import type { Role } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { roleName } from '../../domain/people/roles.ts';
import type { DevAccount } from './sign-in-api.ts';
import { SignInCard } from './sign-in-card.tsx';

interface Props {
  readonly name: string;
  readonly accounts: readonly DevAccount[];
  readonly busy: boolean;
  readonly problem: string | null;
  choose(email: string): void;
}

export function DevAccounts({ name, accounts, busy, problem, choose }: Props) {
  return (
    <SignInCard title={t('sign_in_title', { organization: name })} lead={t('in_dev_lead')} problem={problem}>
      <ul className="dev-accounts">
        {accounts.map(({ user_id, email, full_name, role }) => (
          <li key={user_id}>
            <button type="button" className="dev-account" disabled={busy} onClick={() => choose(email)}>
              <span dir="auto">{full_name}</span>
              <span className="tag">{roleName(role as Role)}</span>
              <span className="quiet">{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </SignInCard>
  );
}
