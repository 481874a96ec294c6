// Deletes a person's data in this browser: the next person to sign in must see nothing of it. [WB144]
import { storedKeys, storeText } from '../../base/storage/browser-storage.ts';
import { clearDevice } from './device-records.ts';
import { forgetShared } from './shared-content.ts';
import { UNSAVED_PREFIX } from './stored-drafts.ts';

const OWN = 'stoa.';
/** Sign-out deletes the session, and unsubscribing the browser deletes web push. The rest contains no personal data. */
const STAYS = new Set(['stoa.session', 'stoa.pending-sign-outs', 'stoa.language', 'stoa.web-push']);

function clear(place: 'browser' | 'tab', keep: string | null): void {
  for (const key of storedKeys(OWN, place))
    if (!STAYS.has(key) && !(keep && key.startsWith(keep))) storeText(key, null, place);
}

/** A person whose session was ended from elsewhere may have been writing: with `keep_unsaved`, they find it after signing in. [WB201] */
export function forgetPerson({ keep_unsaved }: { keep_unsaved: boolean }): void {
  clear('browser', keep_unsaved ? UNSAVED_PREFIX : null);
  clear('tab', null);
  void clearDevice();
  if (globalThis.caches) void forgetShared().catch(() => {});
}
