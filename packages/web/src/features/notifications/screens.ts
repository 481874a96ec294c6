// Which conversations are visible in the tabs of this browser, and which one tab shows notifications.
const KEY = 'stoa.screen';
const LOCK = 'stoa.notifier';

const TAB = crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36);

/** Told when a tab has the reader's attention, and where; null when it has lost it. */
export function setVisibleView(address: string | null): void {
  try {
    // Another tab may have the attention by now: its word stays.
    if (address !== null) localStorage.setItem(KEY, `${TAB} ${address}`);
    else if (localStorage.getItem(KEY)?.startsWith(`${TAB} `)) localStorage.removeItem(KEY);
  } catch {}
}

export function isOnScreen(address: string): boolean {
  try {
    return localStorage.getItem(KEY)?.replace(/^\S+ /, '').toLowerCase() === address.toLowerCase();
  } catch {
    return false;
  }
}

/** One tab of those that are open has the office, and another takes it when that one goes. Calls `begin` when it is this one. */
export function becomeNotifier(begin: () => void, ended: AbortSignal): void {
  // Only pages that came encrypted, or from this machine, have locks.
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
