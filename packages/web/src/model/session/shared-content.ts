// Content shared by another app: stored by the service worker, taken by the page. Deleted when taken, on sign-out and after an hour.

const CACHE = 'stoa-shared';
const ENTRY = '/shared/';
const KEPT_MS = 3600_000;
const FILES_MOST = 20;

export interface SharedContent {
  readonly text: string;
  readonly files: readonly File[];
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Title, text and link, one a line, each once: many apps send the link as text. */
function wordsOf(form: FormData): string {
  const [title, text, url] = [textOf(form, 'title'), textOf(form, 'text'), textOf(form, 'url')];
  const lines = [title, text, text.includes(url) ? '' : url].filter((line) => line !== '');
  return [...new Set(lines)].join('\n');
}

/** Called by the service worker: the newest replaces content not taken yet. */
export async function storeShared(form: FormData): Promise<void> {
  await forgetShared();
  const cache = await caches.open(CACHE);
  const files = form.getAll('files').filter((value): value is File => value instanceof File);
  const kept = files.slice(0, FILES_MOST);
  for (const [at, file] of kept.entries())
    await cache.put(`${ENTRY}${at}`, new Response(file, { headers: { 'content-type': file.type } }));
  const names = kept.map(({ name }) => name);
  await cache.put(ENTRY, new Response(JSON.stringify({ text: wordsOf(form), names, shared_at: Date.now() })));
}

export async function takeShared(): Promise<SharedContent | null> {
  const cache = await caches.open(CACHE);
  const entry = await cache.match(ENTRY);
  if (!entry) return null;
  const { text, names, shared_at } = (await entry.json()) as { text: string; names: string[]; shared_at: number };
  const files: File[] = [];
  for (const [at, name] of names.entries()) {
    const body = await (await cache.match(`${ENTRY}${at}`))?.blob();
    if (body) files.push(new File([body], name, { type: body.type }));
  }
  await forgetShared();
  return Date.now() - shared_at < KEPT_MS ? { text, files } : null;
}

export async function forgetShared(): Promise<void> {
  await caches.delete(CACHE);
}
