// Addresses of files that the page can show: bytes fetched with the reader's credentials and cached in memory, or temporary
// addresses that need no credentials for a minute.
import type { Engine } from '../../model/engine/engine.ts';

const FILE = /^\/user_uploads\/(?:thumbnail\/)?(\d+)\/(.+)$/;
/** Pictures cached in memory; the browser's own cache holds more. */
const KEPT = 200;

const shown = new Map<string, Promise<string>>();

export const isFile = (address: string): boolean => FILE.test(address);

/** An object URL with the bytes of a file. Rejects if the reader has no access. */
export function bytesOf(engine: Engine, address: string): Promise<string> {
  let found = shown.get(address);
  if (found) shown.delete(address);
  else {
    found = engine.client.readFile(address).then((bytes) => URL.createObjectURL(bytes));
    found.catch(() => shown.delete(address));
  }
  shown.set(address, found);
  for (const [old, url] of shown) {
    if (shown.size <= KEPT) break;
    shown.delete(old);
    void url.then(URL.revokeObjectURL, () => {});
  }
  return found;
}

/** Valid for a minute without credentials: for videos, which are read in ranges, and for other tabs. */
export async function temporaryAddress(engine: Engine, address: string): Promise<string> {
  const [, realm_id, path] = FILE.exec(address) ?? [];
  if (!realm_id || !path) throw new TypeError(`${address} is no file`);
  const filename = path
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    })
    .join('/');
  const { url } = await engine.client.getFileTemporaryUrl({ realm_id_str: Number(realm_id), filename });
  return new URL(url, location.origin).href;
}

/** The tab is opened before the address is known, because browsers forbid it later. */
export async function openFile(engine: Engine, address: string): Promise<void> {
  const opened = window.open('about:blank', '_blank');
  try {
    const url = await temporaryAddress(engine, address);
    if (opened) opened.location.href = url;
  } catch (error) {
    opened?.close();
    throw error;
  }
}

export async function downloadFile(engine: Engine, address: string, name: string): Promise<void> {
  const link = document.createElement('a');
  link.href = await temporaryAddress(engine, address);
  link.download = name;
  link.click();
}
