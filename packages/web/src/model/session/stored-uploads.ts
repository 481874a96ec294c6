// State of resumable uploads, in the browser's storage for a day, by account and file. Imports little, so that sign-out can
// use it.
import { loadValue, storedKeys, storeText, storeValue } from '../../base/storage/browser-storage.ts';

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
  const stored = loadValue(key) as StoredUpload | null;
  const is_old = !(Date.now() - Date.parse(stored?.creationTime ?? '') < KEPT_MS);
  return stored && !is_old && typeof stored.uploadUrl === 'string' ? { ...stored, urlStorageKey: key } : null;
}

const keys = () => storedKeys(PREFIX);

/** Removes all of an account on sign-out, and expired ones of every account. */
export function forgetUploads(which: 'all' | 'old'): void {
  for (const key of keys()) if (which === 'all' || read(key) === null) storeText(key, null);
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
    storeText(key, null);
  },
  async addUpload(fingerprint: string, upload: StoredUpload): Promise<string> {
    const key = PREFIX + fingerprint;
    // Without storage, the next attempt starts from the beginning.
    storeValue(key, upload);
    return key;
  },
};
