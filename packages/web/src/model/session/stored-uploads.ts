// Where uploads that were begun go on: kept in the browser's storage for a day, for the same file of the same account. Imports
// nothing, so that whatever ends a session can have it.

/** As the client of resumable uploads tells them. */
interface StoredUpload {
  readonly size: number | null;
  readonly metadata: { [key: string]: string };
  readonly creationTime: string;
  readonly urlStorageKey: string;
  readonly uploadUrl: string | null;
  readonly parallelUploadUrls: string[] | null;
}

const PREFIX = 'stoa.upload.';
/** About as long as the server keeps what nobody goes on with. */
const KEPT_MS = 24 * 3600_000;

/** A file is the same as long as nothing of this has changed. */
export const fingerprintOf = (own_id: number, email: string, { name, type, size, lastModified }: File): string =>
  JSON.stringify([own_id, email, name, type, size, lastModified]);

function read(key: string): StoredUpload | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredUpload | null;
    const is_old = !(Date.now() - Date.parse(stored?.creationTime ?? '') < KEPT_MS);
    return stored && !is_old && typeof stored.uploadUrl === 'string' ? { ...stored, urlStorageKey: key } : null;
  } catch {
    return null;
  }
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** Of one account all are forgotten when it is signed out; of every account those that are too old. */
export function forgetUploads(which: 'all' | 'old'): void {
  for (const key of keys()) if (which === 'all' || read(key) === null) localStorage.removeItem(key);
}

/** One for each file: what is begun anew takes the place of what was begun before. */
export const storedUploads = {
  async findAllUploads(): Promise<StoredUpload[]> {
    return keys().flatMap((key) => read(key) ?? []);
  },
  async findUploadsByFingerprint(fingerprint: string): Promise<StoredUpload[]> {
    const stored = read(PREFIX + fingerprint);
    return stored ? [stored] : [];
  },
  async removeUpload(key: string): Promise<void> {
    try {
      localStorage.removeItem(key);
    } catch {}
  },
  async addUpload(fingerprint: string, upload: StoredUpload): Promise<string> {
    const key = PREFIX + fingerprint;
    try {
      localStorage.setItem(key, JSON.stringify(upload));
    } catch {
      // A browser that keeps nothing begins anew next time.
    }
    return key;
  },
};
