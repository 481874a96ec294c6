// `t` with all keys, for what is loaded after the first view: importing it loads the English texts that the first view lacks.
// Other languages are loaded as a whole.
import { en, type TextKey } from './languages/en.ts';
import { later } from './languages/en-later.ts';
import { t as translate } from './text.ts';

Object.assign(en, later);

export const t = translate as (key: TextKey, values?: Parameters<typeof translate>[1]) => string;

/** Whether there is a text for a key that comes from the server, perhaps one of another version. */
export const hasText = (key: string): key is TextKey => Object.hasOwn(en, key);
