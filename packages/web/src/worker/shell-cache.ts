// The client's own files, cached by build, so that the client opens without a connection and a page keeps the parts of its build
// after the server has another one. Holds nothing of any person. [WB141]

/** Put in by the bundler: the build's id, and the paths of its files. */
declare const STOA_BUILD: { readonly id: string; readonly files: readonly string[] };

const PREFIX = 'stoa-shell-';
const OWN = PREFIX + STOA_BUILD.id;
const PAGE = '/';
const ALWAYS = ['/static/logo.svg', '/static/icons/icon-192.png'];
const AT_ONCE = 4;
/** A server that takes longer is as good as none while there is a page to show. */
const PATIENCE_MS = 4000;

export const build_id = STOA_BUILD.id;

const known = (path: string) => caches.match(path, { ignoreVary: true });

async function fetchInto(cache: Cache, path: string): Promise<void> {
  // Names are by content, so a file of an earlier build is the same file.
  const answer =
    (path.startsWith('/web/') ? await known(path) : undefined) ?? (await fetch(path, { cache: 'no-cache' }));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await cache.put(path, answer);
}

/** All files of this build, or the installation fails and is tried again later. */
export async function fillCache(): Promise<void> {
  const cache = await caches.open(OWN);
  const page = await fetch(PAGE, { cache: 'no-cache' });
  if (!(await page.clone().text()).includes(`data-build="${STOA_BUILD.id}"`)) throw new Error('another build');
  const paths = [...ALWAYS, ...STOA_BUILD.files];
  while (paths.length > 0) await Promise.all(paths.splice(0, AT_ONCE).map((path) => fetchInto(cache, path)));
  await cache.put(PAGE, page);
}

/** The build before this one stays for the pages that are still open. */
export async function dropOldCaches(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** Pages come from the server as long as it answers, so that a reload always brings the newest build. */
async function findPage(request: Request): Promise<Response> {
  const cached = await (await caches.open(OWN)).match(PAGE, { ignoreVary: true });
  if (!cached) return fetch(request);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  const answer = await Promise.race([fetch(request), late]).catch(() => null);
  return answer && answer.status < 500 ? answer : cached;
}

/** Null for what is none of the client's files: the browser fetches it as usual. */
export function answerFromCache(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET') return null;
  if (request.mode === 'navigate') return pathname === PAGE ? findPage(request) : null;
  if (!pathname.startsWith('/web/') && !ALWAYS.includes(pathname)) return null;
  return known(pathname).then((cached) => cached ?? fetch(request));
}
