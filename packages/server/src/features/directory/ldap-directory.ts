// The directory (LDAP): finds people, checks their passwords, lists everybody. Knows no accounts.
import { randomUUID } from 'node:crypto';
import { ApiError, Refused } from '@stoa/contract';
import { ResultCodeError } from 'ldapts';
import type { Logger } from '../../kit/logging/logger.ts';
import { AnswerMemory } from './checked-socket.ts';
import { DirectoryConnection, WrongBindPassword } from './directory-connection.ts';
import { reasonOf } from './directory-errors.ts';
import type { DirectorySettings } from './directory-settings.ts';
import { attributesOf, type DirectoryPerson, idValueOf, personOf } from './entry.rules.ts';
import { both, equals, type LoginFilter, loginFilter } from './login-filter.rules.ts';

/** For a whole sign-in; each of its steps has less. */
const SIGN_IN_MS = 12_000;
const LIST_MS = 5 * 60_000;
/** A directory that answers slowly must not hold more than this. */
const ASKED_AT_ONCE = 50;
/** The limit for entries of a list, so that a wrong filter does not fill our memory. */
const LISTED_MAX = 500_000;
/** Results by which a directory says that it does not work now: too slow, busy, unavailable. */
const FAILING = new Set([3, 51, 52]);

type Open = () => Promise<DirectoryConnection>;

export class LdapDirectory {
  private asking = 0;
  private readonly memory = new AnswerMemory();
  private readonly filter: LoginFilter;

  constructor(
    readonly settings: DirectorySettings,
    private readonly log: Logger,
  ) {
    this.filter = loginFilter(settings.user_filter);
  }

  /**
   * Whoever has this login name and password; null if nobody has. `count` learns who it may be before the password is tried. The same is
   * done for login names that nobody has; `choose` then gets an empty id. [LD4]
   */
  authenticate(
    login: string,
    choose: (subject: string) => Promise<string>,
    count: (subject: string) => void,
  ): Promise<DirectoryPerson | null> {
    return this.explained(async (open) => {
      const person = await this.findOne(open, login);
      if (person !== null) count(person.subject);
      const password = await choose(person?.subject ?? '');
      const is_right = await (await open()).accepts(person?.dn ?? this.settings.base_dn, password);
      return is_right && person !== null && !person.is_disabled ? person : null;
    });
  }

  /** Whether it is the password of a person who still may sign in. */
  confirms(subject: string, password: string): Promise<boolean> {
    return this.explained(async (open) => {
      const person = await this.findSubject(await this.searching(open), subject);
      return person !== null && !person.is_disabled && (await (await open()).accepts(person.dn, password));
    });
  }

  /** Everybody who may sign in, by id. Throws whatever is wrong, for operators. */
  async list(): Promise<ReadonlyMap<string, DirectoryPerson>> {
    const people = new Map<string, DirectoryPerson>();
    await this.using(LIST_MS, async (open) => {
      const searching = await this.searching(open);
      for await (const entries of searching.list(this.question(this.filter.all)))
        for (const entry of entries) {
          const person = personOf(entry, this.settings);
          if (person === null) continue;
          if (people.size === LISTED_MAX) throw new Error(`ldap_user_filter matches more than ${LISTED_MAX} entries`);
          if (people.get(person.subject)?.is_disabled !== false) people.set(person.subject, person);
        }
    });
    return people;
  }

  /** Those of these people who may not sign in, each looked up by id: a list may have gaps. */
  async findAbsent(subjects: readonly string[]): Promise<ReadonlySet<string>> {
    const absent = new Set<string>();
    await this.using(LIST_MS, async (open) => {
      const searching = await this.searching(open);
      for (const subject of subjects) {
        const person = await this.findSubject(searching, subject);
        if (person === null || person.is_disabled) absent.add(subject);
      }
    });
    return absent;
  }

  /** Throws whatever would keep people from signing in, for operators. [LD13] */
  async describe(): Promise<void> {
    const { base_dn, id_attribute } = this.settings;
    await this.using(SIGN_IN_MS, async (open) => {
      const searching = await this.searching(open);
      if (!(await searching.has(base_dn)))
        throw new Error('ldap_base_dn does not exist, or ldap_bind_dn may not see it');
      const [entry] = await searching.search(this.question(this.filter.all), 1);
      if (!entry) throw new Error('no entry matches ldap_user_filter');
      if (personOf(entry, this.settings) === null)
        throw new Error(`entries have no ${id_attribute} that is unique and visible to ldap_bind_dn`);
    });
  }

  /** Null for nobody, and if it is not certain who it is. */
  private async findOne(open: Open, login: string): Promise<DirectoryPerson | null> {
    const searching = await this.searching(open);
    const entries = await searching.search(this.question(this.filter.of(login)), 2);
    if (entries.length > 1) this.log.warn({}, 'several entries of the directory have one login name');
    const [entry] = entries.length === 1 ? entries : [];
    const person = entry === undefined ? null : personOf(entry, this.settings);
    if (entry !== undefined && person === null)
      this.log.warn({ attribute: this.settings.id_attribute }, 'an entry of the directory has no usable id');
    // Also for nobody, so that the time that it takes says nothing.
    return this.findSubject(searching, person?.subject ?? randomUUID());
  }

  /** Null if nobody has the id, or several people have: it would identify none of them. [LD2] */
  private async findSubject(searching: DirectoryConnection, subject: string): Promise<DirectoryPerson | null> {
    const { id_attribute } = this.settings;
    const filter = both(equals(id_attribute, idValueOf(subject, this.settings)), this.filter.all);
    const entries = await searching.search(this.question(filter), 2);
    if (entries.length > 1) this.log.warn({ attribute: id_attribute }, 'several entries of the directory have one id');
    const [entry] = entries;
    return entry === undefined || entries.length > 1 ? null : personOf(entry, this.settings);
  }

  private question(filter: LoginFilter['all']) {
    return { base_dn: this.settings.base_dn, filter, attributes: attributesOf(this.settings) };
  }

  private async searching(open: Open): Promise<DirectoryConnection> {
    const connection = await open();
    const { bind } = this.settings;
    if (bind !== null) await connection.bind(bind.dn, bind.password);
    return connection;
  }

  /** Connections end with the work, and with its time. [LD6] */
  private async using<T>(limit_ms: number, work: (open: Open) => Promise<T>): Promise<T> {
    const connections: DirectoryConnection[] = [];
    let is_late = false;
    const timer = setTimeout(() => {
      is_late = true;
      for (const connection of connections) connection.destroy();
    }, limit_ms);
    try {
      return await work(async () => {
        const connection = await DirectoryConnection.open(this.settings, this.memory);
        connections.push(connection);
        if (is_late) throw new Error('the directory took too long');
        return connection;
      });
    } finally {
      clearTimeout(timer);
      for (const connection of connections) connection.close();
    }
  }

  /** Errors as people can understand them; the operator reads the reason in the log. [LD7] */
  private async explained<T>(work: (open: Open) => Promise<T>): Promise<T> {
    if (this.asking >= ASKED_AT_ONCE) throw this.unreachable();
    this.asking += 1;
    try {
      return await this.using(SIGN_IN_MS, work);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.log.warn({ error: reasonOf(error) }, 'asking the directory failed');
      throw isRefusal(error) ? Refused('directory_failed', { provider: this.settings.name }) : this.unreachable();
    } finally {
      this.asking -= 1;
    }
  }

  private unreachable(): ApiError {
    return Refused('directory_unreachable', { provider: this.settings.name });
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof WrongBindPassword || (error instanceof ResultCodeError && !FAILING.has(error.code));
}
