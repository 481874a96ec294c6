// Signing in with the directory: what people type, bounded and counted, and the account that follows.

import type { UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { FailureLimit } from '../../kit/limits/rate-limits.ts';
import type { Loggers } from '../../kit/logging/logger.ts';
import {
  DIRECTORY_ISSUER,
  type DirectoryCredentials,
  type DirectoryPassword,
  type PasswordDirectory,
} from '../../kit/sign-in/password-directory.ts';
import { isStorable } from '../../kit/text/storable-text.ts';
import { BY_DIRECTORY } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findUserOfIdentity } from '../single-sign-on/external-identities.queries.ts';
import { signInFromDirectory } from './directory-accounts.actions.ts';
import { findDirectorySubject } from './directory-accounts.queries.ts';
import type { DirectorySettings } from './directory-settings.ts';
import type { LdapDirectory } from './ldap-directory.ts';

/** In UTF-16 units; no directory has longer ones, and none is asked about them. [LD3] */
const [LOGIN_MAX, PASSWORD_MAX] = [256, 1024];

/** Loaded with the first person who signs in so; few servers have a directory. */
export async function openDirectory(settings: DirectorySettings, logs: Loggers): Promise<LdapDirectory> {
  const { LdapDirectory } = await import('./ldap-directory.ts');
  return new LdapDirectory(settings, logs.of('server'));
}

interface SignInServices {
  readonly writer: Writer;
  readonly logs: Loggers;
  readonly logins: FailureLimit | null;
}

export class DirectorySignIn implements PasswordDirectory {
  private opened: Promise<LdapDirectory> | null = null;

  constructor(
    private readonly settings: DirectorySettings,
    private readonly services: SignInServices,
  ) {}

  get name(): string {
    return this.settings.name;
  }

  async connects(db: Connection, user_id: UserId): Promise<boolean> {
    return (await findDirectorySubject(db, user_id)) !== null;
  }

  async signIn(db: Connection, realm: Realm, credentials: DirectoryCredentials): Promise<DirectoryPassword | null> {
    const { password, parts, needsCode } = credentials;
    const login = credentials.username.trim();
    if (!isAsked(login, LOGIN_MAX) || !isAsked(password, PASSWORD_MAX)) return null;
    const { logins, writer } = this.services;
    // Whatever somebody is called, they have as many attempts. [LD4]
    const nameOf = (subject: string) => `directory ${realm.realm_id} ${subject}`;
    let code: string | null = null;
    // Known before the directory is asked: each attempt asks it about one password, however it was typed. [TF7]
    const choose = async (subject: string) => {
      if (parts === null || !isAsked(parts.password, PASSWORD_MAX)) return password;
      const user_id = await findUserOfIdentity(db, realm.realm_id, DIRECTORY_ISSUER, subject);
      if (user_id === null || !(await needsCode(user_id))) return password;
      code = parts.code;
      return parts.password;
    };
    const count = (subject: string) => logins?.take(nameOf(subject));
    const person = await (await this.open()).authenticate(login, choose, count);
    if (person === null) return null;
    logins?.clear(nameOf(person.subject));
    const signIn = (context: WriteContext) => signInFromDirectory(context, realm, this.settings, person);
    const account = await writer.write(realm.realm_id, signIn, { origin: BY_DIRECTORY });
    return { user_id: account.user_id, code };
  }

  async confirms(db: Connection, user_id: UserId, password: string): Promise<boolean> {
    const subject = await findDirectorySubject(db, user_id);
    if (subject === null || !isAsked(password, PASSWORD_MAX)) return false;
    return (await this.open()).confirms(subject, password);
  }

  private open(): Promise<LdapDirectory> {
    this.opened ??= openDirectory(this.settings, this.services.logs);
    return this.opened;
  }
}

/** An empty password proves nothing to a directory, but it says that it worked; a null byte may end a text early there. [LD4] */
const isAsked = (text: string, most: number): boolean => text !== '' && text.length <= most && isStorable(text);
