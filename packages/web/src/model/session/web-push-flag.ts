// Whether this browser uses Web Push; pages without it load none of its code.
const FLAG = 'stoa.web-push';

export function isWebPushOn(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

export function noteWebPush(on: boolean): void {
  try {
    if (on) localStorage.setItem(FLAG, 'on');
    else localStorage.removeItem(FLAG);
  } catch {}
}
