// The sign-in page: the organization's description, and a form for address and password.
import { ApiError } from '@stoa/contract/api-error';
import { useEffect, useState } from 'react';
import { failureText } from '../../base/text/failures.ts';
import { t } from '../../base/text/text.ts';
import { lazyComponent, Nothing } from '../../base/ui/lazy-component.tsx';
import { sessionOf } from '../../model/session/session.ts';
import type { Session } from '../../model/session/stored-session.ts';
import {
  type FirstConversation,
  fetchSignInFacts,
  type PasswordCredentials,
  type SignInOptions,
  setupKeyIn,
  signIn,
  signInAs,
} from './sign-in-api.ts';
import {
  OrganizationContext,
  type OrganizationFace,
  PasswordField,
  SendButton,
  SignInCard,
  SignInField,
} from './sign-in-card.tsx';
import { ONLY_PASSWORDS, type ServerSettings, type SignInMethods, signInMethods } from './sign-in-methods.ts';
import { Or, SignOnButton } from './sign-on-button.tsx';
import { useSending } from './use-sending.ts';

const PasskeyStep = lazyComponent(async () => (await import('./passkey-step.tsx')).PasskeyStep);
const CodeStep = lazyComponent(async () => (await import('./code-step.tsx')).CodeStep);
const DevAccounts = lazyComponent(async () => (await import('./dev-accounts.tsx')).DevAccounts, Nothing, Nothing);
const LookAround = lazyComponent(async () => (await import('./look-around.tsx')).LookAround, Nothing, Nothing);
const PasskeySignIn = lazyComponent(
  async () => (await import('./passkey-sign-in.tsx')).PasskeySignIn,
  Nothing,
  Nothing,
);
/** As much room as the description will take, so that the form below does not move. [WB1050] */
const DescriptionRoom = ({ html }: { html: string }) => (
  <span className="rendered-line awaited" dir="auto" aria-hidden="true">
    {html.replace(/<[^>]*>/g, '')}
  </span>
);
/** With the sanitizer, which is as large as the rest of the page and its form together. */
const Description = lazyComponent(
  async () => (await import('../../domain/content/rendered-line.tsx')).RenderedLine,
  DescriptionRoom,
  DescriptionRoom,
);
const Setup = lazyComponent(async () => (await import('./setup.tsx')).Setup);

export interface SignInProps {
  readonly notice: string | null;
  /** Opens the first steps if the organization was just created. */
  signedIn(session: Session, first?: FirstConversation): void;
}

interface Organization extends OrganizationFace {
  /** Rendered HTML. */
  readonly description: string;
  readonly methods: SignInMethods;
  readonly is_open_to_visitors: boolean;
  readonly options: SignInOptions;
}

interface Proven extends PasswordCredentials {
  /** No code, but a passkey. */
  readonly needs_passkey: boolean;
}

const organizationOf = (server_settings: ServerSettings, options: SignInOptions): Organization => ({
  name: server_settings.realm_name,
  icon: server_settings.realm_icon,
  description: server_settings.realm_description,
  methods: signInMethods(server_settings),
  is_open_to_visitors: server_settings.realm_web_public_access_enabled,
  options,
});

const explain = (error: unknown) =>
  error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED' ? t('wrong_credentials') : failureText(error);

export function SignIn({ notice, signedIn }: SignInProps) {
  const [organization, setOrganization] = useState<Organization | 'waiting' | null>(null);
  const { busy, problem, setProblem, send, finish } = useSending(explain, notice);
  /** The server asked for a code too. */
  const [proven, setProven] = useState<Proven | null>(null);
  const [returned, setReturned] = useState(false);
  useEffect(() => {
    const look = async () => {
      const { entrance, server_settings } = fetchSignInFacts<ServerSettings>();
      const options = await entrance;
      if (!options.is_waiting_for_setup && setupKeyIn(location.hash) !== null) {
        location.hash = '';
        setProblem(t('setup_done_already'));
      }
      setOrganization(options.is_waiting_for_setup ? 'waiting' : organizationOf(await server_settings, options));
    };
    look().catch((error: unknown) =>
      setProblem(t(error instanceof ApiError && error.status === 404 ? 'no_organization' : 'server_unreachable')),
    );
  }, [setProblem]);
  if (organization === 'waiting') return <Setup signedIn={signedIn} />;
  if (organization === null && problem === null)
    return (
      <p className="starting quiet" role="status">
        {t('loading')}
      </p>
    );
  const submit = (form: FormData) =>
    send(async () => {
      const [username, password] = [String(form.get('username')), String(form.get('password'))];
      try {
        signedIn(sessionOf(await signIn({ username, password, code: '' })));
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'TWO_FACTOR_NEEDED')) throw error;
        setProven({ username, password, needs_passkey: error.fields.reason === 'passkey_needed' });
      }
    });
  const leaveSecondStep = () => {
    setReturned(true);
    setProven(null);
    finish();
  };
  if (proven)
    return (
      <OrganizationContext value={organization}>
        {proven.needs_passkey ? (
          <PasskeyStep signedIn={signedIn} back={leaveSecondStep} />
        ) : (
          <CodeStep credentials={proven} signedIn={signedIn} back={leaveSecondStep} />
        )}
      </OrganizationContext>
    );
  const accounts = organization?.options.dev_accounts ?? [];
  if (organization !== null && accounts.length > 0)
    return (
      <OrganizationContext value={organization}>
        <DevAccounts
          name={organization.name}
          accounts={accounts}
          busy={busy}
          problem={problem}
          choose={(email) => send(async () => signedIn(sessionOf(await signInAs(email))))}
        />
      </OrganizationContext>
    );
  const title = t('sign_in_title', { organization: organization?.name ?? 'Stoa' });
  const lead = organization?.description ? <Description html={organization.description} /> : t('sign_in_lead');
  const { takes_passwords, sign_on, directory, has_login_names } = organization?.methods ?? ONLY_PASSWORDS;
  return (
    <OrganizationContext value={organization}>
      <SignInCard
        title={title}
        lead={lead}
        problem={takes_passwords || sign_on ? problem : t('in_no_passwords')}
        send={submit}
        foot={
          organization &&
          (takes_passwords || organization.is_open_to_visitors) && (
            <>
              {takes_passwords && <SignInLinks options={organization.options} has_sign_on={sign_on !== undefined} />}
              {organization.is_open_to_visitors && <LookAround />}
            </>
          )
        }
      >
        {sign_on && <SignOnButton method={sign_on} alone={!takes_passwords} />}
        {takes_passwords && (
          <>
            {sign_on && <Or />}
            <SignInField
              name="username"
              label={t(has_login_names ? 'login_or_email' : 'email')}
              type={has_login_names ? 'text' : 'email'}
              autocomplete="username webauthn"
              takes_focus={returned}
            />
            <PasswordField />
            {directory !== null && <p className="sign-in-hint quiet">{t('in_directory', { directory })}</p>}
            <SendButton busy={busy}>{t(busy ? 'signing_in' : 'sign_in')}</SendButton>
            {organization && <PasskeySignIn suggests signedIn={signedIn} />}
          </>
        )}
      </SignInCard>
    </OrganizationContext>
  );
}

/** Alternatives to signing in. */
function SignInLinks({ options, has_sign_on }: { options: SignInOptions; has_sign_on: boolean }) {
  const { sends_mail, is_open_to_all } = options;
  return (
    <>
      {sends_mail ? (
        <p>
          <a href="/forgot-password/">{t('forgot_password')}</a>
        </p>
      ) : (
        <p className="quiet">{t('in_forgot_without_mail')}</p>
      )}
      {is_open_to_all && (
        <p>
          <a href="/register/">{t('in_register')}</a>
        </p>
      )}
      {/* Who else may get in by the identity provider, it says itself. */}
      {!is_open_to_all && !has_sign_on && <p className="quiet">{t('in_by_invitation')}</p>}
    </>
  );
}
