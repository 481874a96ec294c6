// Where mailed links and invitations lead: joining, confirming an address, and new passwords. Each ends in the client, signed in.
import { ApiError, type NewSession } from '@stoa/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { failureText } from '../../base/text/failures.ts';
import { t } from '../../base/text/text.ts';
import { sessionOf } from '../../model/session/session.ts';
import { keepSession } from '../../model/session/stored-session.ts';
import { thisDevice } from './device-name.ts';
import { ask, type Door, type DoorFacts } from './entrance.ts';
import { EntranceCard, EntranceField, PasswordField, SendButton } from './entrance-card.tsx';
import { useSending } from './use-sending.ts';

/** Leaves for the client itself; the address with its key is not gone back to. */
const leave = () => location.replace('/');

function enter(answer: NewSession): void {
  keepSession(sessionOf(answer));
  leave();
}

const Home = () => (
  <p>
    <a href="/">{t('in_to_sign_in')}</a>
  </p>
);

interface DoorProps {
  readonly door: Door;
  readonly facts: DoorFacts;
}

const PAGES: Readonly<Record<Door['kind'], (props: DoorProps) => ReactNode>> = {
  join: Join,
  register: AskForLetter,
  'forgot-password': Forgotten,
  'reset-password': NewPassword,
  'confirm-email': ConfirmAddress,
};

export function DoorPage({ door }: { door: Door }) {
  const [facts, setFacts] = useState<DoorFacts | null>(null);
  const [problem, setProblem] = useState<{ title: string; reason: string } | null>(null);
  useEffect(() => {
    ask<DoorFacts>(door.path)
      .then(setFacts)
      .catch((error: unknown) =>
        setProblem({
          title: error instanceof ApiError ? t('in_door_closed') : t('something_went_wrong'),
          reason: failureText(error),
        }),
      );
  }, [door]);
  if (problem) return <EntranceCard title={problem.title} lead={problem.reason} problem={null} foot={<Home />} />;
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
  return <EntranceCard title={t('in_mail_sent')} lead={lead} problem={null} foot={<Home />} />;
}

const joinTitle = ({ organization = 'Stoa' }: DoorFacts) => t('in_join_title', { organization });

function Join(props: DoorProps) {
  const { facts, door } = props;
  const { busy, problem, send } = useSending();
  if (facts.needs_confirmation) return <AskForLetter {...props} />;
  return (
    <EntranceCard
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
      <EntranceField
        name="email"
        label={t('email')}
        type="email"
        autocomplete="username"
        value={facts.email ?? undefined}
        fixed={Boolean(facts.email)}
      />
      <EntranceField name="full_name" label={t('in_full_name')} autocomplete="name" maxLength={100} />
      <PasswordField is_new />
      <SendButton busy={busy}>{t(busy ? 'in_joining' : 'in_join')}</SendButton>
    </EntranceCard>
  );
}

/** A form of an address, to which a letter then goes. */
function AddressForm(props: { door: Door; title: string; lead: string; button: string; sent(email: string): string }) {
  const { busy, problem, send } = useSending();
  const [sent, setSent] = useState<string | null>(null);
  if (sent !== null) return <MailSent lead={props.sent(sent)} />;
  return (
    <EntranceCard
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
      <EntranceField name="email" label={t('email')} type="email" autocomplete="email" />
      <SendButton busy={busy}>{props.button}</SendButton>
    </EntranceCard>
  );
}

function AskForLetter({ door, facts }: DoorProps) {
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

function Forgotten({ door }: DoorProps) {
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

function NewPassword({ door, facts }: DoorProps) {
  const { busy, problem, send } = useSending();
  return (
    <EntranceCard
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
      <EntranceField
        name="email"
        label={t('email')}
        type="email"
        autocomplete="username"
        value={facts.email ?? ''}
        fixed
      />
      <PasswordField is_new />
      <SendButton busy={busy}>{t('in_set_password')}</SendButton>
    </EntranceCard>
  );
}

function ConfirmAddress({ door, facts }: DoorProps) {
  const { busy, problem, send } = useSending();
  const [done, setDone] = useState(false);
  const email = facts.email ?? '';
  if (done) return <EntranceCard title={t('in_address_changed')} lead={email} problem={null} foot={<ToClient />} />;
  return (
    <EntranceCard
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
    </EntranceCard>
  );
}

const ToClient = () => (
  <p>
    <a href="/">{t('in_to_client')}</a>
  </p>
);
