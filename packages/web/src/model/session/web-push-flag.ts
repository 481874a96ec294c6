// Whether this browser uses Web Push; pages without it load none of its code.
import { loadText, storeText } from '../../base/storage/browser-storage.ts';

const FLAG = 'stoa.web-push';

export const isWebPushOn = () => loadText(FLAG) !== null;

export const noteWebPush = (on: boolean) => storeText(FLAG, on ? 'on' : null);
