// Pages of emailed links and invitations: joining, address confirmation, new passwords. Each ends signed in.
import { ApiError, type NewSession } from '@stoa/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { currentLanguage } from '../../base/text/text.ts';
import { sessionOf } from '../../model/session/session.ts';
import { storeSession } from '../../model/session/stored-session.ts';
import { thisDevice } from './device-name.ts';
import { type AccountLink, type AccountLinkInfo, callApi, invitationKeyIn } from './sign-in-api.ts';
import {
  OrganizationContext,
  type OrganizationFace,
  PasswordField,
  SignInCard,
  SignInField,
  SignInForm,
} from './sign-in-card.tsx';
import { ONLY_PASSWORDS, type ServerSettings, type SignInMethods, signInMethods } from './sign-in-methods.ts';
import { Or, SignOnButton } from './sign-on-button.tsx';

/**
 * Sends a form that signs in, and leaves for the client itself; the address with its key is not gone back to. False if the form is done
 * and signs nobody in, because the account needs a code too.
 */
async function enter(link: AccountLink, fields: Readonly<Record<string, string>>): Promise<boolean> {
  const session = await callApi<NewSession | Record<string, never>>(link.path, {
    ...fields,
    language: currentLanguage(),
    device_name: thisDevice(),
  });
  if (!('session_key' in session)) return false;
  storeSession(sessionOf(session as NewSession));
  location.replace('/');
  return true;
}

const Home = () => (
  <p>
    <a href="/">{t('in_to_sign_in')}</a>
  </p>
);

interface PageProps {
  readonly link: AccountLink;
  readonly facts: AccountLinkInfo;
  readonly methods: SignInMethods;
}

const PAGES: Readonly<Record<AccountLink['kind'], (props: PageProps) => ReactNode>> = {
  join: Join,
  register: Join,
  'forgot-password': ForgotPassword,
  'reset-password': ResetPassword,
  'confirm-email': ConfirmEmail,
};

export function AccountLinkPage({ link }: { link: AccountLink }) {
  const [facts, setFacts] = useState<AccountLinkInfo | null>(null);
  const [face, setFace] = useState<OrganizationFace | null>(null);
  const [methods, setMethods] = useState(ONLY_PASSWORDS);
  const [problem, setProblem] = useState<{ title: string; reason: string } | null>(null);
  useEffect(() => {
    // The page works without.
    const face = callApi<ServerSettings>('/api/v1/server_settings')
      .then((settings) => {
        setFace({ name: settings.realm_name, icon: settings.realm_icon });
        setMethods(signInMethods(settings));
      })
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
      <Page link={link} facts={facts} methods={methods} />
    </OrganizationContext>
  );
}

const joinTitle = ({ organization = 'Stoa' }: AccountLinkInfo) => t('in_join_title', { organization });

const joinLead = ({ inviter }: AccountLinkInfo) =>
  inviter ? t('in_invited_by', { name: inviter }) : t('in_join_lead');

/** Joins at the identity provider; nothing on servers without one. [WB906] */
function JoinBySignOn({ link, methods: { sign_on, takes_passwords } }: PageProps) {
  return sign_on && <SignOnButton method={sign_on} invitation={invitationKeyIn(link.path)} alone={!takes_passwords} />;
}

/** Above a form that joins without the identity provider. */
const JoinBySignOnOr = (props: PageProps) =>
  props.methods.sign_on && (
    <>
      <JoinBySignOn {...props} />
      <Or />
    </>
  );

function Join(props: PageProps) {
  const { facts, link, methods } = props;
  const lead = joinLead(facts);
  if (methods.sign_on && !methods.takes_passwords)
    return (
      <SignInCard title={joinTitle(facts)} lead={lead} problem={null} foot={<Home />}>
        <JoinBySignOn {...props} />
      </SignInCard>
    );
  if (facts.needs_confirmation || link.kind === 'register') return <JoinByMail {...props} />;
  return (
    <SignInForm
      title={joinTitle(facts)}
      lead={lead}
      button={t('in_join')}
      busy_button={t('in_joining')}
      submit={({ email = '', full_name = '', password = '' }) => enter(link, { email, full_name, password })}
      foot={<Home />}
    >
      <JoinBySignOnOr {...props} />
      <AddressField email={facts.email} />
      <SignInField
        name="full_name"
        label={t('in_full_name')}
        autocomplete="name"
        maxLength={100}
        takes_focus={Boolean(facts.email)}
      />
      <PasswordField new_hint={t('in_password_hint')} />
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
      takes_focus={!email}
    />
  );
}

/** A form of an address, to which a mail then goes. */
function AddressForm(props: {
  readonly link: AccountLink;
  readonly title: string;
  readonly lead: string;
  /** Above the field. */
  readonly children?: ReactNode;
  /** Below the field. */
  readonly hint?: string;
  sent(email: string): string;
}) {
  const [sent, setSent] = useState<string | null>(null);
  if (sent !== null)
    return <SignInCard title={t('in_mail_sent')} lead={props.sent(sent)} problem={null} foot={<Home />} is_outcome />;
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
      {props.children}
      <SignInField name="email" label={t('email')} type="email" autocomplete="email" takes_focus />
      {props.hint && <p className="sign-in-hint quiet">{props.hint}</p>}
    </SignInForm>
  );
}

function JoinByMail(props: PageProps) {
  const { link, facts, methods } = props;
  // Who joins at the provider gets no mail.
  const [lead, hint] = methods.sign_on ? [joinLead(facts), t('in_email_lead')] : [t('in_email_lead')];
  return (
    <AddressForm
      link={link}
      title={joinTitle(facts)}
      lead={lead}
      hint={hint}
      sent={(email) => t('in_email_sent', { email })}
    >
      <JoinBySignOnOr {...props} />
    </AddressForm>
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
  const [needs_code, setNeedsCode] = useState(false);
  if (needs_code)
    return (
      <SignInCard
        title={t('in_password_changed')}
        lead={t('in_password_changed_lead')}
        problem={null}
        foot={<Home />}
        is_outcome
      />
    );
  return (
    <SignInForm
      title={t('in_new_password')}
      lead={t('in_new_password_lead')}
      button={t('in_set_password')}
      submit={async ({ password = '' }) => setNeedsCode(!(await enter(link, { password })))}
      foot={<Home />}
    >
      <AddressField email={facts.email} />
      <PasswordField new_hint={t('in_password_hint')} takes_focus />
    </SignInForm>
  );
}

function ConfirmEmail({ link, facts }: PageProps) {
  const [done, setDone] = useState(false);
  const email = facts.email ?? '';
  if (done)
    return <SignInCard title={t('in_address_changed')} lead={email} problem={null} foot={<ToClient />} is_outcome />;
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
