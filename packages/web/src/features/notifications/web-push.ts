// Web Push of this browser: requested by a click, maintained while signed in, withdrawn when read.
import { ApiError } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { t } from '../../base/text/all-texts.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { registerWorker } from '../../model/session/service-worker.ts';
import { isWebPushOn, noteWebPush } from '../../model/session/web-push-flag.ts';
import type { State } from '../../model/state/state.ts';

const READ_SETTLES_MS = 500;

export type WebPushSupport = 'possible' | 'impossible' | 'insecure' | 'denied';

export function webPushSupport(): WebPushSupport {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || typeof Notification === 'undefined')
    return 'impossible';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const isSame = (a: ArrayBuffer | null, b: Uint8Array) =>
  a !== null && a.byteLength === b.length && new Uint8Array(a).every((byte, at) => byte === b[at]);

/** A subscription with the server's current key; others are useless. */
async function subscription(client: Client): Promise<PushSubscription> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytesOf((await client.getWebPushKey()).public_key);
  const existing = await pushManager.getSubscription();
  if (existing && isSame(existing.options.applicationServerKey, key)) return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function registerSubscription(client: Client): Promise<void> {
  const { endpoint, keys } = (await subscription(client)).toJSON();
  await client.subscribeWebPush({ endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! });
}

/** Hides browser error messages, which are not for readers. */
const refused = () => new ApiError('BAD_REQUEST', 0, t('web_push_refused'));

/** Requests permission, so it must be called from a click. */
export async function turnOnWebPush(engine: Engine): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw refused();
  await registerSubscription(engine.client).catch((error: unknown) => {
    throw error instanceof ApiError ? error : refused();
  });
  noteWebPush(true);
  keepWebPush(engine);
}

export async function turnOffWebPush({ client }: Engine): Promise<void> {
  noteWebPush(false);
  const existing = await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription();
  if (!existing) return;
  await client.unsubscribeWebPush({ endpoint: existing.endpoint });
  await existing.unsubscribe();
}

/** Unsubscribes this browser on sign-out; the server deletes its side with the session. */
export async function forgetWebPush(): Promise<void> {
  newest = null;
  if (!isWebPushOn()) return;
  noteWebPush(false);
  const registration = await navigator.serviceWorker?.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

const watched = new WeakSet<Engine>();
/** The engine of the current account: the page listens once. */
let newest: Engine | null = null;

/**
 * Messages of the service worker: a notification was clicked, or a message was pushed and it asks whether this page
 * notifies.
 */
function listen({ data, ports }: MessageEvent<{ open?: unknown; pushed?: unknown } | null>): void {
  if (typeof data?.open === 'string' && data.open.startsWith('#')) location.hash = data.open;
  // A page without a connection learns of nothing.
  if (typeof data?.pushed === 'number') ports[0]?.postMessage(data.pushed > 0 && newest?.connection.get() === 'live');
}

/** Sends the subscription again, because it changes now and then, and follows changes of permission. */
export function keepWebPush(engine: Engine): void {
  if (watched.has(engine) || webPushSupport() !== 'possible') return;
  watched.add(engine);
  if (Notification.permission === 'granted') registerSubscription(engine.client).catch(() => {});
  navigator.serviceWorker.addEventListener('message', listen);
  newest = engine;
  let unread = engine.state.get().unread_msgs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  engine.state.subscribe(() => {
    const now = engine.state.get().unread_msgs;
    if (now === unread) return;
    unread = now;
    clearTimeout(timer);
    timer = setTimeout(() => void closeRead(engine.state.get()).catch(() => {}), READ_SETTLES_MS);
  });
}

/** Withdraws notifications of messages read here or on another device. */
async function closeRead(state: State): Promise<void> {
  const { pms, streams, huddles } = state.unread_msgs;
  const newest_id = state.max_message_id as number;
  const registration = await navigator.serviceWorker.getRegistration('/');
  const shown = (await registration?.getNotifications()) ?? [];
  if (shown.length === 0) return;
  const unread = new Set([...pms, ...streams, ...huddles].flatMap((part) => part.unread_message_ids as number[]));
  for (const notification of shown) {
    const { message_id } = (notification.data ?? {}) as { message_id?: number };
    // Messages pushed before this page received them are unread.
    if (message_id !== undefined && message_id <= newest_id && !unread.has(message_id)) notification.close();
  }
}
