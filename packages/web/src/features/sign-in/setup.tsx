// The first page of a new server: creates the organization and its owner. Without the printed setup link it says where to
// find it.
import { useSyncExternalStore } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { sessionOf } from '../../model/session/session.ts';
import type { Session } from '../../model/session/stored-session.ts';
import { type FirstConversation, setUp, setupKeyIn } from './sign-in-api.ts';
import { PasswordField, SignInCard, SignInField, SignInForm } from './sign-in-card.tsx';

interface Props {
  signedIn(session: Session, first: FirstConversation): void;
}

function useSetupKey(): string | null {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('hashchange', changed);
      return () => removeEventListener('hashchange', changed);
    },
    () => setupKeyIn(location.hash),
  );
}

export function Setup({ signedIn }: Props) {
  const key = useSetupKey();
  if (key === null) return <SignInCard title={t('setup_waits')} lead={<Where />} problem={null} />;
  return <SetupForm key={key} setup_key={key} signedIn={signedIn} />;
}

function Where() {
  return (
    <>
      <p>{t('setup_where')}</p>
      <p>
        <code>{`${location.origin}/#setup/…`}</code>
      </p>
    </>
  );
}

function SetupForm({ setup_key, signedIn }: Props & { readonly setup_key: string }) {
  return (
    <SignInForm
      title={t('setup_title')}
      lead={t('setup_lead')}
      button={t('setup_do')}
      busy_button={t('setup_busy')}
      submit={async ({ organization = '', full_name = '', email = '', password = '' }) => {
        const made = await setUp(setup_key, { organization, full_name, email, password });
        signedIn(sessionOf(made), made);
      }}
    >
      <SignInField
        name="organization"
        label={t('setup_organization')}
        autocomplete="organization"
        maxLength={40}
        takes_focus
      />
      <SignInField name="full_name" label={t('in_full_name')} autocomplete="name" maxLength={100} />
      <SignInField name="email" label={t('email')} type="email" autocomplete="username" />
      <PasswordField new_hint={t('in_password_hint')} />
    </SignInForm>
  );
}
