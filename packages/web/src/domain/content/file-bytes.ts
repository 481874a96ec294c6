// Files as addresses that the page can show: bytes fetched with the reader's credentials and kept in memory for a while, or
// addresses that work for a minute without any.
import type { Engine } from '../../model/engine/engine.ts';

const FILE = /^\/user_uploads\/(?:thumbnail\/)?(\d+)\/(.+)$/;
/** How many pictures stay in memory; the browser's own cache has more. */
const KEPT = 200;

const shown = new Map<string, Promise<string>>();

export const isFile = (address: string): boolean => FILE.test(address);

/** An address of the page's own memory with the bytes of a file. Rejects where the reader may not have it. */
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

/** Works for a minute without credentials: for films, which are read in parts, and for other tabs. */
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

/** In a tab of its own, which is opened before the address is known: browsers forbid it later. */
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
