// Runs in the browser without a page: shows what the server pushes, and opens the conversation when somebody presses it. Knows no
// key and asks nobody but the pages that are open.
import { decide, showsAlways } from './features/notifications/push-decision.ts';
import { notificationOf, type PushedMessage } from './features/notifications/push-message.ts';

/** The part of a service worker's world that is used: the types of pages and of workers exclude each other. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Push extends Extendable {
  readonly data: { json(): unknown } | null;
}
interface Pressed extends Extendable {
  readonly notification: Notification & { readonly data: { readonly hash?: string } | null };
}
interface Page {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown, ports?: readonly MessagePort[]): void;
}
interface Worker {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'push', listener: (event: Push) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Pressed) => void): void;
}
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

const openPages = async (): Promise<readonly Page[]> => {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(({ url }) => new URL(url).pathname === '/');
};

/** Whether a page shows notifications itself. A sleeping or disconnected one doesn't. */
function tells(page: Page, message_id: number): Promise<boolean> {
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

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('push', (event) => event.waitUntil(show(read(event))));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.hash ?? '#'));
});
