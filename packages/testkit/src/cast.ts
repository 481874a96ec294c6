// The accounts of tests: one of each role, two members and a bot.
import { ROLE, type Role, type UserId } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import type { App } from '../../server/src/app.ts';
import { announceSignUp } from '../../server/src/features/sign-up/announcement.actions.ts';
import { hashPassword } from '../../server/src/identity/auth/passwords.ts';
import { createAccount, setRole } from '../../server/src/identity/users/users.actions.ts';
import type { Realm } from '../../server/src/kit/access/actor.ts';

/** An account and its client in one: `await dara.sendMessage({...})`. */
export interface Person extends Client {
  readonly email: string;
  readonly user_id: UserId;
  readonly full_name: string;
  readonly api_key: string;
}

export interface Cast {
  readonly ada: Person;
  readonly bela: Person;
  readonly chen: Person;
  readonly dara: Person;
  readonly eli: Person;
  readonly finn: Person;
  /** A generic bot owned by Dara. */
  readonly bot: Person;
}

export type ConnectClient = (email?: string, api_key?: string) => Client;

interface Account {
  readonly email: string;
  readonly full_name: string;
  readonly password: string;
}

const PEOPLE = {
  bela: { full_name: 'Bela Administrator', role: ROLE.administrator },
  chen: { full_name: 'Chen Moderator', role: ROLE.moderator },
  dara: { full_name: 'Dara Member', role: ROLE.member },
  eli: { full_name: 'Eli Member', role: ROLE.member },
  finn: { full_name: 'Finn Guest', role: ROLE.guest },
} as const;

const FIRST_GENERATION = 1;

function person(client: Client, account: Omit<Person, keyof Client> & { email: string }): Person {
  return Object.assign(client, account);
}

/** Exchanges the password for the API key. */
export async function signIn(client: ConnectClient, { email, full_name, password }: Account): Promise<Person> {
  const { api_key, user_id } = await client().fetchApiKey({ username: email, password });
  return person(client(email, api_key), { email, user_id, full_name, api_key });
}

/** A new account with its API key, skipping the slow password check. */
export function newcomer(
  { app, client }: Pick<Stage, 'app' | 'client'>,
  { email, full_name, user_id }: Pick<Person, 'email' | 'full_name' | 'user_id'>,
): Person {
  const api_key = app.keys.keyOf(user_id, FIRST_GENERATION);
  return person(client(email, api_key), { email, user_id, full_name, api_key });
}

interface Stage {
  readonly app: App;
  readonly realm: Realm;
  readonly owner: Person;
  readonly client: ConnectClient;
}

const hashes = new Map<string, Promise<string>>();

/** Slow on purpose, so a process hashes each password of the cast once. */
export function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}

/** The password of an account of the cast, or that {@link createPerson} made. */
export const passwordOf = ({ full_name }: Pick<Person, 'full_name'>): string => `${full_name} signs in`;

/** A new account, a member by default, created as the endpoint does. */
export async function createPerson(
  stage: Stage,
  { email, full_name, role = ROLE.member }: { email: string; full_name: string; role?: Role },
): Promise<Person> {
  const { app, realm } = stage;
  const password_hash = await hashOnce(passwordOf({ full_name }));
  const account = { email, full_name, role: ROLE.member, password_hash, awaits_first_login: true };
  const { user_id } = await app.writer.write(realm.realm_id, async (context) => {
    const user = await createAccount(context, realm, account);
    await announceSignUp(context, realm, user);
    return user;
  });
  // No endpoint changes roles like this; it does what `stoa user set-role` does.
  if (role !== ROLE.member) await app.writer.write(realm.realm_id, (context) => setRole(context, realm, user_id, role));
  return newcomer(stage, { email, full_name, user_id });
}

export async function makeCast(stage: Stage): Promise<Cast> {
  const people: Partial<Record<keyof typeof PEOPLE, Person>> = {};
  // One after another, so that ids are the same in every run.
  for (const [name, { full_name, role }] of Object.entries(PEOPLE))
    people[name as keyof typeof PEOPLE] = await createPerson(stage, { email: `${name}@stoa.example`, full_name, role });
  const cast = people as Record<keyof typeof PEOPLE, Person>;
  const made = await cast.dara.createBot({ full_name: 'Gus the bot', short_name: 'gus' });
  const { bots } = await cast.dara.getBots();
  const email = bots.find(({ user_id }) => user_id === made.user_id)!.username;
  const { user_id, api_key } = made;
  const bot = person(stage.client(email, api_key), { email, user_id, full_name: 'Gus the bot', api_key });
  return { ada: stage.owner, ...cast, bot };
}
