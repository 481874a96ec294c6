// The sign-up pages: for invitation and confirmation links, and for everybody in open organizations.

import { LanguageCode, Refused } from '@stoa/contract';
import { checkTakesPasswords } from '../../identity/auth/password-sign-in.rules.ts';
import { checkStrength } from '../../identity/auth/password-strength.ts';
import { hashPassword } from '../../identity/auth/passwords.ts';
import { usedLink } from '../../identity/confirmations/confirmations.actions.ts';
import { openSession } from '../../identity/sessions/sessions.actions.ts';
import { deviceName } from '../../identity/sessions/sessions.rules.ts';
import { findUserByEmail } from '../../identity/users/users.queries.ts';
import { checkFullName, checkPassword } from '../../identity/users/users.rules.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Store } from '../../kit/database/connection.ts';
import type { FormContext, FormPage, Outcome } from '../../kit/http/pages/form-page.ts';
import type { Field, View } from '../../kit/http/pages/html-page.ts';
import { NEW_PASSWORD } from '../../kit/http/parameters/fields.ts';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import type { SignUpConfig } from '../../kit/sign-in/sign-up-config.ts';
import { checkEmail } from '../../kit/text/email-addresses.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type Admission, checkOpen, checkTrustsAddresses, findAdmission } from './admission.queries.ts';
import { askForConfirmation, checkIsOfLink, signUp } from './sign-up.actions.ts';

export interface SignUpServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly keys: ApiKeys;
  readonly sign_up_config: SignUpConfig;
  readonly facts: Pick<ServerFacts, 'takes_passwords'>;
}

const EMAIL: Field = { name: 'email', label: 'Email address', type: 'email', autocomplete: 'email' };

const addressForm = (realm: Realm): View => ({
  title: `Join ${realm.name}`,
  paragraphs: ['We’ll email you a link to confirm your address.'],
  form: { fields: [EMAIL], button: 'Send link' },
  facts: { organization: realm.name, inviter: null, email: null, needs_confirmation: true },
});

function accountForm(realm: Realm, { usable, email }: Admission): View {
  const address = email === null ? EMAIL : { ...EMAIL, value: email, readonly: true };
  const name: Field = { name: 'full_name', label: 'Full name', type: 'text', autocomplete: 'name', maxlength: 100 };
  return {
    title: `Join ${realm.name}`,
    paragraphs: usable ? [`${usable.inviter.full_name} invited you.`] : [],
    form: { fields: [address, name, NEW_PASSWORD], button: 'Create account' },
    facts: {
      organization: realm.name,
      inviter: usable?.inviter.full_name ?? null,
      email,
      needs_confirmation: false,
    },
  };
}

const MAIL_SENT: Outcome = {
  view: { title: 'Check your email', paragraphs: ['We sent you an email. Open the link in it to continue.'] },
  result: { confirmation_sent: true },
};

export function signUpPages(services: SignUpServices): FormPage[] {
  const { store, writer, sign_up_config, facts } = services;
  const needsConfirmation = ({ email }: Admission) => email === null && sign_up_config.sends_mail;
  const sendConfirmation = (realm: Realm, key: string | null, email: string) =>
    writer.write(realm.realm_id, (context) => askForConfirmation(context, realm, sign_up_config, key, email));
  return [
    {
      path: '/join/:key',
      is_in_client: true,
      async show(context) {
        const { realm } = context;
        const admission = await getAdmission(services, context);
        return needsConfirmation(admission) ? addressForm(realm) : accountForm(realm, admission);
      },
      async submit(context, field) {
        checkTakesPasswords(facts);
        const { realm, key } = context;
        const admission = await getAdmission(services, context);
        if (needsConfirmation(admission)) {
          await sendConfirmation(realm, key, field('email'));
          return MAIL_SENT;
        }
        const result = await createAccount(services, context, admission, field);
        return {
          view: {
            title: `Welcome to ${realm.name}`,
            paragraphs: [
              'Your account is ready.',
              `Sign in with any app. The organization’s address is ${realm.url}, and your email address is ${result.email}.`,
            ],
            link: { url: `${realm.url}/`, label: realm.url },
          },
          result,
        };
      },
    },
    {
      path: '/register',
      is_in_client: true,
      async show({ realm }) {
        await checkOpen(store.db, realm, sign_up_config.sends_mail);
        return addressForm(realm);
      },
      async submit({ realm }, field) {
        checkTakesPasswords(facts);
        await sendConfirmation(realm, null, field('email'));
        return MAIL_SENT;
      },
    },
  ];
}

async function getAdmission(
  { store, sign_up_config }: SignUpServices,
  { realm, key, now }: FormContext,
): Promise<Admission> {
  const admission = key === null ? null : await findAdmission(store.db, realm, key, now);
  if (!admission) throw usedLink();
  if (admission.email === null && !sign_up_config.sends_mail) await checkTrustsAddresses(store.db, realm);
  return admission;
}

async function createAccount(
  { store, writer, keys, sign_up_config }: SignUpServices,
  { realm, key, client, language: wanted }: FormContext,
  admission: Admission,
  field: (name: string) => string,
) {
  const input = field('email');
  const email = checkEmail(input === '' && admission.email !== null ? admission.email : input);
  const full_name = checkFullName(field('full_name'));
  // Refuse before the slow part. The link of one address reveals nothing about others. [US25]
  checkIsOfLink(admission, email);
  if (await findUserByEmail(store.db, realm, email)) throw Refused('email_of_other', { email });
  const password = await checkStrength(checkPassword(field('password')), [email, full_name, realm.name]);
  // The web client says which it shows; of a form without scripts the browser says what it wants. [SU800]
  const language = LanguageCode.safeParse(field('language')).data ?? wanted;
  const person = { email, full_name, password_hash: await hashPassword(password), language };
  const device = field('device_name');
  const enter = async (context: WriteContext) => {
    const user = await signUp(context, realm, sign_up_config, key!, person);
    const account = { user_id: user.user_id, email: user.email, api_key: keys.keyOf(user.user_id, 1) };
    // Callers that name a device are signed in on it. [SU11]
    const session = device && (await openSession(context, realm.realm_id, user, deviceName(device, client)));
    return session ? { ...account, ...session } : account;
  };
  return writer.write(realm.realm_id, enter, { origin: WITHOUT_CREDENTIALS });
}
