// A fake directory: LDAP on a port of its own, with the entries that a test gives it, that misbehaves on demand.
import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import {
  AndFilter,
  BerReader,
  BerWriter,
  EqualityFilter,
  type Filter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  ProtocolOperation,
  SearchFilter,
} from 'ldapts';
import type { DirectorySettings } from '../../server/src/features/directory/directory-settings.ts';

export const DIRECTORY_BASE = 'dc=example,dc=com';
const READER = { dn: `cn=stoa,${DIRECTORY_BASE}`, password: 'password of the reader' };
/** https://www.rfc-editor.org/rfc/rfc2696 */
const PAGED = '1.2.840.113556.1.4.319';
const RESULT = { success: 0, size_limit: 4, no_such_object: 32, invalid_credentials: 49 };

export interface DirectoryEntry {
  dn: string;
  password: string;
  attributes: Record<string, readonly (string | Buffer)[]>;
}

interface Asked {
  readonly kind: 'bind' | 'search';
  /** The name that was bound, or the filter as text. */
  readonly what: string;
}

export class FakeDirectory {
  readonly entries: DirectoryEntry[] = [];
  /** What was asked, the last at the end. */
  readonly asked: Asked[] = [];
  /** The passwords with which people's entries were tried. */
  readonly tried: string[] = [];
  /** Replaces answers, by what was asked; null for the regular one. Undefined says nothing at all. */
  misbehave: ((kind: Asked['kind'], socket: Socket) => Buffer | null | undefined) | null = null;
  /** How many entries a page has at most, whatever was asked. */
  page_size = 1000;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => this.serve(socket));
  private readonly listening = Promise.withResolvers<void>();
  port = 0;

  static async start(): Promise<FakeDirectory> {
    const directory = new FakeDirectory();
    directory.server.listen(0, '127.0.0.1', () => directory.listening.resolve());
    await directory.listening.promise;
    directory.port = (directory.server.address() as { port: number }).port;
    return directory;
  }

  /** The settings of a server that uses it, as operators begin with. */
  get settings(): DirectorySettings {
    return {
      host: '127.0.0.1',
      port: this.port,
      encryption: 'none',
      ca_file: null,
      bind: READER,
      base_dn: DIRECTORY_BASE,
      user_filter: '(|(uid={login})(mail={login}))',
      has_login_names: true,
      id_attribute: 'entryUUID',
      email_attribute: 'mail',
      name_attribute: 'cn',
      language_attribute: 'preferredLanguage',
      name: 'Example Directory',
      creates_accounts: false,
    };
  }

  /** An entry as OpenLDAP has them. */
  add(uid: string, attributes: DirectoryEntry['attributes'] = {}): DirectoryEntry {
    const entry = {
      dn: `uid=${uid},${DIRECTORY_BASE}`,
      password: `${uid} in the directory`,
      attributes: { entryUUID: [randomUUID()], uid: [uid], cn: [`${uid} Directory`], ...attributes },
    };
    this.entries.push(entry);
    return entry;
  }

  remove(entry: DirectoryEntry): void {
    this.entries.splice(this.entries.indexOf(entry), 1);
  }

  /** Connections that are open. */
  get connections(): number {
    return this.sockets.size;
  }

  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.server.close(() => resolve());
    for (const socket of this.sockets) socket.destroy();
    await promise;
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => {});
    let waiting: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk as Buffer]);
      for (;;) {
        const reader = new BerReader(waiting);
        if (reader.readSequence() === null || reader.remain < reader.length) return;
        const end = reader.offset + reader.length;
        const message = new BerReader(waiting.subarray(0, end));
        waiting = waiting.subarray(end);
        message.readSequence();
        this.answer(message, socket);
      }
    });
  }

  private answer(reader: BerReader, socket: Socket): void {
    const message_id = reader.readInt()!;
    const operation = reader.readSequence();
    if (operation === ProtocolOperation.LDAP_REQ_UNBIND) socket.end();
    if (operation === ProtocolOperation.LDAP_REQ_BIND) this.bind(message_id, reader, socket);
    if (operation === ProtocolOperation.LDAP_REQ_SEARCH) this.search(message_id, reader, socket);
  }

  /** True if a test answers instead. */
  private misbehaves(kind: Asked['kind'], socket: Socket): boolean {
    const instead = this.misbehave?.(kind, socket);
    if (instead === null || this.misbehave === null) return false;
    if (instead !== undefined) socket.write(instead);
    return true;
  }

  private bind(message_id: number, reader: BerReader, socket: Socket): void {
    reader.readInt();
    const dn = reader.readString() ?? '';
    const password = reader.readString(0x80) ?? '';
    this.asked.push({ kind: 'bind', what: dn });
    if (dn !== READER.dn) this.tried.push(password);
    if (this.misbehaves('bind', socket)) return;
    const person = [READER, ...this.entries].find((entry) => entry.dn === dn);
    // Without a name or a password, everybody is anonymous, and that works: RFC 4513, 5.1.
    const is_right = dn === '' || password === '' || person?.password === password;
    socket.write(done(message_id, 0x61, is_right ? RESULT.success : RESULT.invalid_credentials));
  }

  private search(message_id: number, reader: BerReader, socket: Socket): void {
    const request = requestOf(reader);
    this.asked.push({ kind: 'search', what: request.filter.toString() });
    if (this.misbehaves('search', socket)) return;
    if (request.is_base) {
      const exists = request.base_dn === DIRECTORY_BASE;
      if (exists) socket.write(found(message_id, { dn: DIRECTORY_BASE, attributes: {} }, []));
      socket.write(done(message_id, 0x65, exists ? RESULT.success : RESULT.no_such_object));
      return;
    }
    const { cookie, size, is_paged } = pageOf(reader);
    const matching = this.entries.filter((entry) => matches(request.filter, entry));
    const limit = is_paged ? Math.min(size, this.page_size) : request.size_limit || matching.length;
    const page = matching.slice(cookie, cookie + limit);
    for (const entry of page) socket.write(found(message_id, entry, request.attributes));
    const next = cookie + page.length;
    const is_cut = !is_paged && page.length < matching.length;
    const result = is_cut ? RESULT.size_limit : RESULT.success;
    socket.write(done(message_id, 0x65, result, is_paged ? (next < matching.length ? String(next) : '') : null));
  }
}

function requestOf(reader: BerReader) {
  const base_dn = reader.readString();
  const is_base = reader.readEnumeration() === 0;
  reader.readEnumeration();
  const size_limit = reader.readInt() ?? 0;
  reader.readInt();
  reader.readBoolean();
  const filter = filterOf(reader);
  const attributes = listOf(reader, () => (reader.readString() ?? '').toLowerCase());
  return { base_dn, is_base, size_limit, filter, attributes };
}

function listOf<T>(reader: BerReader, read: () => T): T[] {
  reader.readSequence();
  const end = reader.offset + reader.length;
  const list: T[] = [];
  while (reader.offset < end) list.push(read());
  return list;
}

function filterOf(reader: BerReader): Filter {
  const kind = reader.peek();
  if (kind === SearchFilter.present) return new PresenceFilter({ attribute: reader.readString(kind) ?? '' });
  if (kind === SearchFilter.and) return new AndFilter({ filters: listOf(reader, () => filterOf(reader)) });
  if (kind === SearchFilter.or) return new OrFilter({ filters: listOf(reader, () => filterOf(reader)) });
  if (kind === SearchFilter.not) return new NotFilter({ filter: listOf(reader, () => filterOf(reader))[0]! });
  if (kind !== SearchFilter.equalityMatch) throw new Error(`the fake directory knows no filters of kind ${kind}`);
  const [attribute = '', value = ''] = listOf(reader, () => reader.readString(0x04, true)!);
  return new EqualityFilter({ attribute: String(attribute), value: textOrBytes(Buffer.from(value)) });
}

const textOrBytes = (bytes: Buffer) => (Buffer.from(bytes.toString()).equals(bytes) ? bytes.toString() : bytes);

/** The control of pages, if there is one. */
function pageOf(reader: BerReader): { cookie: number; size: number; is_paged: boolean } {
  if (reader.remain === 0 || reader.readSequence(0xa0) === null) return { cookie: 0, size: 0, is_paged: false };
  reader.readSequence();
  reader.readString();
  if (reader.peek() === 0x01) reader.readBoolean();
  const value = new BerReader(reader.readString(0x04, true) as Buffer);
  value.readSequence();
  const size = value.readInt() ?? 0;
  return { size, cookie: Number(value.readString() ?? '0'), is_paged: true };
}

/** Ignores case, as directories do with names and addresses. */
function matches(filter: Filter, entry: DirectoryEntry): boolean {
  if (filter instanceof AndFilter) return filter.filters.every((part) => matches(part, entry));
  if (filter instanceof OrFilter) return filter.filters.some((part) => matches(part, entry));
  if (filter instanceof NotFilter) return !matches(filter.filter, entry);
  const { attribute } = filter as EqualityFilter;
  const name = Object.keys(entry.attributes).find((key) => key.toLowerCase() === attribute.toLowerCase());
  const values = name === undefined ? [] : entry.attributes[name]!;
  if (filter instanceof PresenceFilter) return values.length > 0;
  const folded = (value: string | Buffer) =>
    Buffer.from(value as string)
      .toString('latin1')
      .toLowerCase();
  const { value } = filter as EqualityFilter;
  return values.some((one) => folded(one) === folded(value));
}

function message(message_id: number, tag: number, write: (writer: BerWriter) => void, cookie: string | null): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(message_id);
  writer.startSequence(tag);
  write(writer);
  writer.endSequence();
  if (cookie !== null) {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(0);
    value.writeString(cookie);
    value.endSequence();
    writer.startSequence(0xa0);
    writer.startSequence();
    writer.writeString(PAGED);
    writer.writeBuffer(value.buffer, 0x04);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}

const done = (message_id: number, tag: number, result: number, cookie: string | null = null): Buffer =>
  message(
    message_id,
    tag,
    (writer) => {
      writer.writeEnumeration(result);
      writer.writeString('');
      writer.writeString('said by the directory');
    },
    cookie,
  );

/** With the attributes that were asked for; their names in its own spelling. */
const found = (
  message_id: number,
  entry: Pick<DirectoryEntry, 'dn' | 'attributes'>,
  asked: readonly string[],
): Buffer =>
  message(
    message_id,
    0x64,
    (writer) => {
      writer.writeString(entry.dn);
      writer.startSequence();
      for (const [name, values] of Object.entries(entry.attributes)) {
        if (!asked.includes(name.toLowerCase())) continue;
        writer.startSequence();
        writer.writeString(name);
        writer.startSequence(0x31);
        for (const value of values) writer.writeBuffer(Buffer.from(value as string), 0x04);
        writer.endSequence();
        writer.endSequence();
      }
      writer.endSequence();
    },
    null,
  );
