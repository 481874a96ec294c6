// Files that register names and clients fetch without an account: the names of emoji, the mark of an organization without one.

import { emojiCodes } from '@stoa/markdown';
import { EMOJI_DATA_PATH, LOGO_PATH } from '../kit/server-facts.ts';
import { answer, type Page } from './page.ts';

const FOR_ALL = { 'cache-control': 'public, max-age=86400', 'access-control-allow-origin': '*' };

/** Three columns under a roof. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Stoa">
<path fill="#5a5a66" d="M32 8 58 22v5H6v-5zM11 31h8v19h-8zm17 0h8v19h-8zm17 0h8v19h-8zM6 53h52v5H6z"/>
</svg>
`;

export function staticPages(): [string, Page][] {
  const emoji = JSON.stringify({ code_to_names: Object.fromEntries(emojiCodes) });
  return [
    [EMOJI_DATA_PATH, () => answer(emoji, 'application/json', { headers: FOR_ALL })],
    [LOGO_PATH, () => answer(LOGO, 'image/svg+xml', { headers: FOR_ALL })],
  ];
}
