// Registers the service worker, and learns from it that the server has a newer build of the client.
import { Cell } from '../../base/cells/cell.ts';

const WORKER = '/sw.js';
const LOOK_AGAIN_MS = 3600_000;

/** The server has another build than this page. */
export const updateReady = new Cell(false);

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}
let address: string | null = null;
/** The only script that may be a service worker. */
function workerAddress(): string {
  const policies = (window as { trustedTypes?: Policies }).trustedTypes;
  address ??=
    policies
      ?.createPolicy('stoa-worker', {
        createScriptURL(url) {
          if (url !== WORKER) throw new TypeError('no such worker');
          return url;
        },
      })
      .createScriptURL(WORKER) ?? WORKER;
  return address;
}

export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(workerAddress());

function learnBuild({ data }: MessageEvent<{ build?: unknown } | null>): void {
  const { build } = document.documentElement.dataset;
  if (typeof data?.build === 'string' && build !== undefined && data.build !== build) updateReady.set(true);
}

/** Keeps the client's files on this device and looks for newer ones. Browsers allow it on secure pages only. */
export function keepWorker(connection: Cell<unknown>): () => void {
  if (!isSecureContext || !('serviceWorker' in navigator)) return () => {};
  const { serviceWorker } = navigator;
  const look = async () => {
    if (connection.get() !== 'live' || !navigator.onLine) return;
    const registration = await registerWorker();
    registration.active?.postMessage({ ask: 'build' });
    await registration.update();
  };
  const again = () => void look().catch(() => {});
  serviceWorker.addEventListener('message', learnBuild);
  again();
  const timer = setInterval(again, LOOK_AGAIN_MS);
  // A server that was unreachable may have been upgraded.
  const unwatch = connection.subscribe(again);
  return () => {
    clearInterval(timer);
    unwatch();
    serviceWorker.removeEventListener('message', learnBuild);
  };
}
