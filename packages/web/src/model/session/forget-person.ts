// Deletes a person's data in this browser: the next person to sign in must see nothing of it. [WB144]
import { clearDevice } from './device-records.ts';
import { forgetShared } from './shared-content.ts';
import { UNSAVED_PREFIX } from './stored-drafts.ts';

const OWN = 'stoa.';
/** Sign-out deletes the session, and unsubscribing the browser deletes web push. The rest contains no personal data. */
const STAYS = new Set(['stoa.session', 'stoa.pending-sign-outs', 'stoa.language', 'stoa.web-push']);

function clear(storage: Storage, keep: string | null): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(OWN) && !STAYS.has(key) && !(keep && key.startsWith(keep))) storage.removeItem(key);
}

/** A person whose session was ended from elsewhere may have been writing: with `keep_unsaved`, they find it after signing in. [WB201] */
export function forgetPerson({ keep_unsaved }: { keep_unsaved: boolean }): void {
  try {
    clear(localStorage, keep_unsaved ? UNSAVED_PREFIX : null);
    clear(sessionStorage, null);
  } catch {}
  void clearDevice();
  if (globalThis.caches) void forgetShared().catch(() => {});
}
