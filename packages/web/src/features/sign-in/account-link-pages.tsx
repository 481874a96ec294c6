// Where mailed links and invitations lead: joining, confirming an address, and new passwords. Each ends in the client, signed in.
import { ApiError, type NewSession } from '@stoa/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { failureText } from '../../base/text/failures.ts';
import { t } from '../../base/text/text.ts';
import { sessionOf } from '../../model/session/session.ts';
import { storeSession } from '../../model/session/stored-session.ts';
import { thisDevice } from './device-name.ts';
import { type AccountLink, type AccountLinkInfo, ask } from './sign-in-api.ts';
import { PasswordField, SendButton, SignInCard, SignInField } from './sign-in-card.tsx';
import { useSending } from './use-sending.ts';

/** Leaves for the client itself; the address with its key is not gone back to. */
const leave = () => location.replace('/');

function enter(answer: NewSession): void {
  storeSession(sessionOf(answer));
  leave();
}

const Home = () => (
  <p>
    <a href="/">{t('in_to_sign_in')}</a>
  </p>
);

interface PageProps {
  readonly door: AccountLink;
  readonly facts: AccountLinkInfo;
}

const PAGES: Readonly<Record<AccountLink['kind'], (props: PageProps) => ReactNode>> = {
  join: Join,
  register: RegisterByMail,
  'forgot-password': ForgotPassword,
  'reset-password': ResetPassword,
  'confirm-email': ConfirmEmail,
};

export function AccountLinkPage({ door }: { door: AccountLink }) {
  const [facts, setFacts] = useState<AccountLinkInfo | null>(null);
  const [problem, setProblem] = useState<{ title: string; reason: string } | null>(null);
  useEffect(() => {
    ask<AccountLinkInfo>(door.path)
      .then(setFacts)
      .catch((error: unknown) =>
        setProblem({
          title: error instanceof ApiError ? t('in_door_closed') : t('something_went_wrong'),
          reason: failureText(error),
        }),
      );
  }, [door]);
  if (problem) return <SignInCard title={problem.title} lead={problem.reason} problem={null} foot={<Home />} />;
  if (!facts)
    return (
      <p className="starting quiet" role="status">
        {t('loading')}
      </p>
    );
  const Page = PAGES[door.kind];
  return <Page door={door} facts={facts} />;
}

/** Said once a mail is on its way. */
function MailSent({ lead }: { lead: string }) {
  return <SignInCard title={t('in_mail_sent')} lead={lead} problem={null} foot={<Home />} />;
}

const joinTitle = ({ organization = 'Stoa' }: AccountLinkInfo) => t('in_join_title', { organization });

function Join(props: PageProps) {
  const { facts, door } = props;
  const { busy, problem, send } = useSending();
  if (facts.needs_confirmation) return <RegisterByMail {...props} />;
  return (
    <SignInCard
      title={joinTitle(facts)}
      lead={facts.inviter ? t('in_invited_by', { name: facts.inviter }) : t('in_join_lead')}
      problem={problem}
      send={(form) =>
        send(async () => {
          const field = (name: string) => String(form.get(name));
          const [email, full_name, password] = [field('email'), field('full_name'), field('password')];
          enter(await ask<NewSession>(door.path, { email, full_name, password, device_name: thisDevice() }));
        })
      }
      foot={<Home />}
    >
      <SignInField
        name="email"
        label={t('email')}
        type="email"
        autocomplete="username"
        value={facts.email ?? undefined}
        fixed={Boolean(facts.email)}
      />
      <SignInField name="full_name" label={t('in_full_name')} autocomplete="name" maxLength={100} />
      <PasswordField is_new />
      <SendButton busy={busy}>{t(busy ? 'in_joining' : 'in_join')}</SendButton>
    </SignInCard>
  );
}

/** A form of an address, to which a letter then goes. */
function AddressForm(props: {
  door: AccountLink;
  title: string;
  lead: string;
  button: string;
  sent(email: string): string;
}) {
  const { busy, problem, send } = useSending();
  const [sent, setSent] = useState<string | null>(null);
  if (sent !== null) return <MailSent lead={props.sent(sent)} />;
  return (
    <SignInCard
      title={props.title}
      lead={props.lead}
      problem={problem}
      send={(form) =>
        send(async () => {
          const email = String(form.get('email')).trim();
          await ask(props.door.path, { email });
          setSent(email);
        })
      }
      foot={<Home />}
    >
      <SignInField name="email" label={t('email')} type="email" autocomplete="email" />
      <SendButton busy={busy}>{props.button}</SendButton>
    </SignInCard>
  );
}

function RegisterByMail({ door, facts }: PageProps) {
  return (
    <AddressForm
      door={door}
      title={joinTitle(facts)}
      lead={t('in_letter_lead')}
      button={t('in_send_mail')}
      sent={(email) => t('in_letter_sent', { email })}
    />
  );
}

function ForgotPassword({ door }: PageProps) {
  return (
    <AddressForm
      door={door}
      title={t('in_new_password')}
      lead={t('in_forgotten_lead')}
      button={t('in_send_mail')}
      sent={(email) => t('in_forgotten_sent', { email })}
    />
  );
}

function ResetPassword({ door, facts }: PageProps) {
  const { busy, problem, send } = useSending();
  return (
    <SignInCard
      title={t('in_new_password')}
      lead={t('in_new_password_lead')}
      problem={problem}
      send={(form) =>
        send(async () => {
          const fields = { password: String(form.get('password')), device_name: thisDevice() };
          enter(await ask<NewSession>(door.path, fields));
        })
      }
      foot={<Home />}
    >
      <SignInField
        name="email"
        label={t('email')}
        type="email"
        autocomplete="username"
        value={facts.email ?? ''}
        fixed
      />
      <PasswordField is_new />
      <SendButton busy={busy}>{t('in_set_password')}</SendButton>
    </SignInCard>
  );
}

function ConfirmEmail({ door, facts }: PageProps) {
  const { busy, problem, send } = useSending();
  const [done, setDone] = useState(false);
  const email = facts.email ?? '';
  if (done) return <SignInCard title={t('in_address_changed')} lead={email} problem={null} foot={<ToClient />} />;
  return (
    <SignInCard
      title={t('in_confirm_address')}
      lead={t('in_confirm_address_lead', { email })}
      problem={problem}
      send={() =>
        send(async () => {
          await ask(door.path, {});
          setDone(true);
        })
      }
    >
      <SendButton busy={busy}>{t('in_confirm')}</SendButton>
    </SignInCard>
  );
}

const ToClient = () => (
  <p>
    <a href="/">{t('in_to_client')}</a>
  </p>
);
