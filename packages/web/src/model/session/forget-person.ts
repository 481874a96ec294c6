// Deletes a person's data in this browser: the next person to sign in must see nothing of it. [WB144]
import { clearDevice } from './device-records.ts';
import { forgetShared } from './shared-content.ts';

const OWN = 'stoa.';
/** Sign-out deletes the session, and unsubscribing the browser deletes web push. The rest contains no personal data. */
const STAYS = new Set(['stoa.session', 'stoa.pending-sign-outs', 'stoa.language', 'stoa.web-push']);

function clear(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(OWN) && !STAYS.has(key)) storage.removeItem(key);
}

export function forgetPerson(): void {
  try {
    clear(localStorage);
    clear(sessionStorage);
  } catch {}
  void clearDevice();
  if (globalThis.caches) void forgetShared().catch(() => {});
}
