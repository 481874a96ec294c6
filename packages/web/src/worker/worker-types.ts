// The part of a service worker's world that is used: the types of pages and of workers exclude each other.
export interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
/** Where the browser has static routes, requests that the worker never answers don't wait for it to start. */
export interface Installing extends Extendable {
  addRoutes?(rule: { condition: { urlPattern: string }; source: 'network' }): Promise<void>;
}
export interface Push extends Extendable {
  readonly data: { json(): unknown } | null;
}
export interface Pressed extends Extendable {
  readonly notification: Notification & { readonly data: { readonly hash?: string } | null };
}
export interface Fetched extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
export interface Asked extends Extendable {
  readonly data: unknown;
  readonly source: { postMessage(message: unknown): void } | null;
}
export interface WorkerPage {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown, ports?: readonly MessagePort[]): void;
}
export interface Worker {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WorkerPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: Installing) => void): void;
  addEventListener(type: 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'push', listener: (event: Push) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Pressed) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void;
  addEventListener(type: 'message', listener: (event: Asked) => void): void;
}
