// Runs in the browser without a page: shows what the server pushes, and opens the conversation when somebody presses it. Knows no
// key and asks nobody.
import { notificationOf, type PushedMessage } from './session/push-message.ts';

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
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
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

function read(event: Push): PushedMessage {
  try {
    return (event.data?.json() ?? {}) as PushedMessage;
  } catch {
    return {};
  }
}

async function show(pushed: PushedMessage): Promise<void> {
  const { title, ...options } = notificationOf(pushed, location.origin);
  // A newer message of the same conversation is worth another sound.
  await worker.registration.showNotification(title, { ...options, renotify: true } as NotificationOptions);
}

/** In a page that is open, or in a new one. */
async function open(hash: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === '/');
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
