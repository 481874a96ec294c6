// Pages of emailed links and invitations: joining, address confirmation, new passwords. Each ends signed in.
import { ApiError, type NewSession } from '@stoa/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { sessionOf } from '../../model/session/session.ts';
import { storeSession } from '../../model/session/stored-session.ts';
import { thisDevice } from './device-name.ts';
import { type AccountLink, type AccountLinkInfo, callApi } from './sign-in-api.ts';
import {
  OrganizationContext,
  type OrganizationFace,
  PasswordField,
  SignInCard,
  SignInField,
  SignInForm,
} from './sign-in-card.tsx';

/** Sends a form that signs in, and leaves for the client itself; the address with its key is not gone back to. */
async function enter(link: AccountLink, fields: Readonly<Record<string, string>>): Promise<void> {
  storeSession(sessionOf(await callApi<NewSession>(link.path, { ...fields, device_name: thisDevice() })));
  location.replace('/');
}

const Home = () => (
  <p>
    <a href="/">{t('in_to_sign_in')}</a>
  </p>
);

interface PageProps {
  readonly link: AccountLink;
  readonly facts: AccountLinkInfo;
}

const PAGES: Readonly<Record<AccountLink['kind'], (props: PageProps) => ReactNode>> = {
  join: Join,
  register: RegisterByMail,
  'forgot-password': ForgotPassword,
  'reset-password': ResetPassword,
  'confirm-email': ConfirmEmail,
};

export function AccountLinkPage({ link }: { link: AccountLink }) {
  const [facts, setFacts] = useState<AccountLinkInfo | null>(null);
  const [face, setFace] = useState<OrganizationFace | null>(null);
  const [problem, setProblem] = useState<{ title: string; reason: string } | null>(null);
  useEffect(() => {
    // The page works without.
    const face = callApi<{ realm_name: string; realm_icon: string }>('/api/v1/server_settings')
      .then(({ realm_name, realm_icon }) => setFace({ name: realm_name, icon: realm_icon }))
      .catch(() => {});
    callApi<AccountLinkInfo>(link.path)
      .finally(() => face)
      .then(setFacts)
      .catch((error: unknown) =>
        setProblem({
          title: error instanceof ApiError ? t('in_link_invalid') : t('something_went_wrong'),
          reason: failureText(error),
        }),
      );
  }, [link]);
  if (problem)
    return (
      <OrganizationContext value={face}>
        <SignInCard title={problem.title} lead={problem.reason} problem={null} foot={<Home />} />
      </OrganizationContext>
    );
  if (!facts)
    return (
      <p className="starting quiet" role="status">
        {t('loading')}
      </p>
    );
  const Page = PAGES[link.kind];
  return (
    <OrganizationContext value={face}>
      <Page link={link} facts={facts} />
    </OrganizationContext>
  );
}

const joinTitle = ({ organization = 'Stoa' }: AccountLinkInfo) => t('in_join_title', { organization });

function Join(props: PageProps) {
  const { facts, link } = props;
  if (facts.needs_confirmation) return <RegisterByMail {...props} />;
  return (
    <SignInForm
      title={joinTitle(facts)}
      lead={facts.inviter ? t('in_invited_by', { name: facts.inviter }) : t('in_join_lead')}
      button={t('in_join')}
      busy_button={t('in_joining')}
      submit={({ email = '', full_name = '', password = '' }) => enter(link, { email, full_name, password })}
      foot={<Home />}
    >
      <AddressField email={facts.email} />
      <SignInField name="full_name" label={t('in_full_name')} autocomplete="name" maxLength={100} />
      <PasswordField is_new />
    </SignInForm>
  );
}

/** Fixed where the link is for one address. */
function AddressField({ email }: { email: string | null | undefined }) {
  return (
    <SignInField
      name="email"
      label={t('email')}
      type="email"
      autocomplete="username"
      value={email ?? undefined}
      fixed={Boolean(email)}
    />
  );
}

/** A form of an address, to which a mail then goes. */
function AddressForm(props: { link: AccountLink; title: string; lead: string; sent(email: string): string }) {
  const [sent, setSent] = useState<string | null>(null);
  if (sent !== null)
    return <SignInCard title={t('in_mail_sent')} lead={props.sent(sent)} problem={null} foot={<Home />} />;
  return (
    <SignInForm
      title={props.title}
      lead={props.lead}
      button={t('in_send_mail')}
      submit={async ({ email = '' }) => {
        await callApi(props.link.path, { email: email.trim() });
        setSent(email.trim());
      }}
      foot={<Home />}
    >
      <SignInField name="email" label={t('email')} type="email" autocomplete="email" />
    </SignInForm>
  );
}

function RegisterByMail({ link, facts }: PageProps) {
  return (
    <AddressForm
      link={link}
      title={joinTitle(facts)}
      lead={t('in_email_lead')}
      sent={(email) => t('in_email_sent', { email })}
    />
  );
}

function ForgotPassword({ link }: PageProps) {
  return (
    <AddressForm
      link={link}
      title={t('in_new_password')}
      lead={t('in_forgotten_lead')}
      sent={(email) => t('in_forgotten_sent', { email })}
    />
  );
}

function ResetPassword({ link, facts }: PageProps) {
  return (
    <SignInForm
      title={t('in_new_password')}
      lead={t('in_new_password_lead')}
      button={t('in_set_password')}
      submit={({ password = '' }) => enter(link, { password })}
      foot={<Home />}
    >
      <AddressField email={facts.email} />
      <PasswordField is_new />
    </SignInForm>
  );
}

function ConfirmEmail({ link, facts }: PageProps) {
  const [done, setDone] = useState(false);
  const email = facts.email ?? '';
  if (done) return <SignInCard title={t('in_address_changed')} lead={email} problem={null} foot={<ToClient />} />;
  return (
    <SignInForm
      title={t('in_confirm_address')}
      lead={t('in_confirm_address_lead', { email })}
      button={t('in_confirm')}
      submit={async () => {
        await callApi(link.path, {});
        setDone(true);
      }}
    />
  );
}

const ToClient = () => (
  <p>
    <a href="/">{t('in_to_client')}</a>
  </p>
);
