// Recognizes store failures that no request caused: disk full, database or bucket unreachable. Pure.

const DISK_FULL = 'the disk is full: nothing can be written until there is room';
const READ_ONLY = 'the data can only be read: nothing can be written';
const LOCKED = 'another program keeps the database locked';
const DAMAGED = 'the database is damaged: "stoa check" says more';
const AWAY = 'the database does not answer';

/** The code of our own for a bucket that fails or can't be reached. */
export const S3_AWAY = 'S3_AWAY';

/** Keyed by the error codes of SQLite, PostgreSQL and the operating system. */
const BY_CODE: Readonly<Record<string, string>> = {
  SQLITE_FULL: DISK_FULL,
  SQLITE_READONLY: READ_ONLY,
  SQLITE_BUSY: LOCKED,
  SQLITE_LOCKED: LOCKED,
  SQLITE_CORRUPT: DAMAGED,
  SQLITE_NOTADB: DAMAGED,
  SQLITE_IOERR: 'the disk fails',
  '25006': READ_ONLY,
  // The database ended an idle transaction or a wait for a lock.
  '25P03': AWAY,
  '55P03': LOCKED,
  // It ended one of two transactions that waited for each other, as a migration and a write of an older node may.
  '40P01': LOCKED,
  '57014': 'the database took too long for a write',
  '53100': DISK_FULL,
  '53200': 'the database is out of memory',
  '53300': 'the database takes no more connections',
  '57P01': AWAY,
  '57P02': AWAY,
  '57P03': AWAY,
  READER_HANGS: 'a process that reads the database does not answer',
  [S3_AWAY]: 'the bucket of files does not answer as it should',
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EROFS: READ_ONLY,
  EIO: 'the disk fails',
  EMFILE: 'too many files are open: raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine',
};
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);
/** PostgreSQL's client reports these only as messages. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout e(xceeded|xpired)|Query read timeout|Client (was closed|has encountered))/;

/** The failure in words for the operator; null for any other error. */
export function storeFailureOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code !== 'string') return CONNECTION_LOST.test(error.message) ? AWAY : null;
  // Extended codes start with the plain code.
  const plain = code.startsWith('SQLITE_') ? code.split('_', 2).join('_') : code;
  if (Object.hasOwn(BY_CODE, plain)) return BY_CODE[plain]!;
  return (NETWORK.has(code) && typeof syscall === 'string') || syscall === 'connect'
    ? `${AWAY}: ${error.message}`
    : null;
}
