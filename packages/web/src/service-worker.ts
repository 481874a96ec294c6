// Runs in the browser without a page: shows what the server pushes, opens the conversation when somebody presses it, keeps the
// client's files, and takes what other apps share. Knows no key; asks the pages that are open, and the server for files only.
import { decide, showsAlways } from './features/notifications/push-decision.ts';
import { notificationOf, type PushedMessage } from './features/notifications/push-message.ts';
import { storeShared } from './model/session/shared-content.ts';
import { answerFromCache, build_id, dropOldCaches, fillCache } from './worker/shell-cache.ts';
import type { Fetched, Installing, Push, Worker, WorkerPage } from './worker/worker-types.ts';

const worker = self as unknown as Worker;
/** A page that is awake answers at once. */
const ANSWER_MS = 1000;

function read(event: Push): PushedMessage {
  try {
    return (event.data?.json() ?? {}) as PushedMessage;
  } catch {
    return {};
  }
}

const openPages = async (): Promise<readonly WorkerPage[]> => {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(({ url }) => new URL(url).pathname === '/');
};

/** Whether a page shows notifications itself. A sleeping or disconnected one doesn't. */
function tells(page: WorkerPage, message_id: number): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ANSWER_MS);
    port1.onmessage = ({ data }) => resolve(data === true);
    page.postMessage({ pushed: message_id }, [port2]);
  });
}

async function show(pushed: PushedMessage): Promise<void> {
  const { title, ...options } = notificationOf(pushed, location.origin);
  const { message_id } = options.data;
  const pages = await openPages();
  const answers = await Promise.all(pages.map((page) => tells(page, message_id)));
  const open_pages = pages
    .filter((_, at) => answers[at])
    .map((page) => ({ visible: page.visibilityState === 'visible' }));
  const [shown] = await worker.registration.getNotifications({ tag: options.tag });
  const shown_id = (shown?.data as { message_id?: number } | null | undefined)?.message_id ?? null;
  const decision = decide({ open_pages, shown_id, message_id, always: showsAlways(navigator.userAgent) });
  if (decision === 'page') return;
  if (decision === 'again' && shown) {
    const { title, body, tag, icon, data } = shown;
    const same = { body, tag, icon: icon || undefined, data, silent: true };
    return worker.registration.showNotification(title, same);
  }
  // A newer message of the same conversation is worth another sound.
  const aloud = decision === 'loud' ? { renotify: true } : { silent: true };
  await worker.registration.showNotification(title, { ...options, ...aloud } as NotificationOptions);
}

/** In a page that is open, or in a new one. */
async function open(hash: string): Promise<void> {
  const [page] = await openPages();
  if (!page) {
    await worker.clients.openWindow(`/${hash}`);
    return;
  }
  page.postMessage({ open: hash });
  await page.focus();
}

/** Into the composer, in the page that opens. */
async function share(request: Request): Promise<Response> {
  await storeShared(await request.formData()).catch(() => {});
  return Response.redirect('/#share', 303);
}

/** Each page decides by its own build whether there is a newer one to offer. */
async function announceBuild(): Promise<void> {
  for (const page of await openPages()) page.postMessage({ build: build_id });
}

function answerFetch(event: Fetched): void {
  const { method, url } = event.request;
  const is_share = method === 'POST' && url === `${location.origin}/share`;
  const answer = is_share ? share(event.request) : answerFromCache(event.request);
  if (answer) event.respondWith(answer);
}

async function install(event: Installing): Promise<void> {
  await event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' })?.catch(() => {});
  await fillCache();
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  await dropOldCaches();
  await worker.clients.claim();
  await announceBuild();
}

worker.addEventListener('install', (event) => event.waitUntil(install(event)));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', answerFetch);
worker.addEventListener('message', ({ data, source }) => {
  if ((data as { ask?: unknown } | null)?.ask === 'build') source?.postMessage({ build: build_id });
});
worker.addEventListener('push', (event) => event.waitUntil(show(read(event))));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.hash ?? '#'));
});
