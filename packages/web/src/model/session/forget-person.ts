// Deletes what this browser keeps of a person: the next one who signs in must see nothing of it. [WB144]
import { clearDevice } from './device-records.ts';
import { forgetShared } from './shared-content.ts';

const OWN = 'stoa.';
/** The session is deleted by who ends it; web push, when the browser is unsubscribed. The rest tells nothing about anybody. */
const STAYS = new Set(['stoa.session', 'stoa.farewells', 'stoa.language', 'stoa.web-push']);

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
