// Which conversations are visible in the tabs of this browser, and which one tab shows notifications.
import { loadText, storeText } from '../../base/storage/browser-storage.ts';

const KEY = 'stoa.screen';
const LOCK = 'stoa.notifier';

const TAB = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36);

/** The tab that has the reader's attention reports its conversation; null when it lost attention. */
export function setVisibleView(key: string | null): void {
  // Another tab may have attention by now; its report stays.
  if (key !== null) storeText(KEY, `${TAB} ${key}`);
  else if (loadText(KEY)?.startsWith(`${TAB} `)) storeText(KEY, null);
}

export const isOnScreen = (key: string) => loadText(KEY)?.replace(/^\S+ /, '') === key;

/** Elects one open tab; another takes over when it closes. Calls `begin` when elected. */
export function becomeNotifier(begin: () => void, ended: AbortSignal): void {
  // Only secure pages have locks.
  if (!navigator.locks) {
    begin();
    return;
  }
  const until_end = new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve(), { once: true }));
  void navigator.locks
    .request(LOCK, { signal: ended }, () => {
      begin();
      return until_end;
    })
    .catch(() => {});
}
