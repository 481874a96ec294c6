// State of resumable uploads, in the browser's storage for a day, by account and file. Imports nothing, so that sign-out can
// use it.

/** As the upload library represents them. */
interface StoredUpload {
  readonly size: number | null;
  readonly metadata: { [key: string]: string };
  readonly creationTime: string;
  readonly urlStorageKey: string;
  readonly uploadUrl: string | null;
  readonly parallelUploadUrls: string[] | null;
}

const PREFIX = 'stoa.upload.';
/** About as long as the server keeps unfinished uploads. */
const KEPT_MS = 24 * 3600_000;

/** A file counts as the same while none of these change. */
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

/** Removes all of an account on sign-out, and expired ones of every account. */
export function forgetUploads(which: 'all' | 'old'): void {
  for (const key of keys()) if (which === 'all' || read(key) === null) localStorage.removeItem(key);
}

/** One per file: a new upload replaces the previous one. */
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
      // Without storage, the next attempt starts from the beginning.
    }
    return key;
  },
};
