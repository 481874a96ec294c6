// Static files that clients fetch without an account: emoji names, the default organization logo, the picture of the `zulip` emoji
// and the placeholders of a loading picture and of previews without one.

import { emojiCodes, NO_LINK_PICTURE } from '@stoa/markdown';
import { answer, type Page } from '../kit/http/pages/page.ts';
import { EMOJI_DATA_PATH, LOGO_PATH } from '../kit/server-facts.ts';

const FOR_ALL = { 'cache-control': 'public, max-age=86400', 'access-control-allow-origin': '*' };

/** Three columns under a roof. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Stoa">
<path fill="#5a5a66" d="M32 8 58 22v5H6v-5zM11 31h8v19h-8zm17 0h8v19h-8zm17 0h8v19h-8zM6 53h52v5H6z"/>
</svg>
`;

/** The logo as the extra emoji `zulip`, at the address that existing clients know. [EM8] */
const EXTRA_EMOJI = {
  path: '/static/generated/emoji/images/emoji/unicode/zulip.png',
  png: 'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgBAMAAACBVGfHAAAAMFBMVEVMaXFaWmZZWWVaWmVZWWZXV2RYWGZbW2VaWmVZWWVZWWZZWWZaWmZaWmZZWWVaWmaQ5G0iAAAAD3RSTlMAd4CIPQkZK5/x4bdmVdCKKtmxAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAdklEQVQoz2NgoB6o3o7Kz/j/vx2Znzz/////bQh+IIj//6cpjB+z/j8Y/BSF8Hmh/P//fx0A8Vne/4eDfxeAAvz/kcAHbALMxkjAAKurWQRFGBgEBRkYHAUdwAJM/z8xMPz/z8Cg/19hUAmgA0ZBJCBAVHiQDAD87ZVL25b3jgAAAABJRU5ErkJggg==',
};

/** A spinner. */
const LOADING = {
  path: '/static/images/loading/loader-black.svg',
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Loading">
<path fill="none" stroke="#000" stroke-width="5" stroke-linecap="round" d="M32 10a22 22 0 0 1 22 22">
<animateTransform attributeName="transform" type="rotate" from="0 32 32" to="360 32 32" dur="1s" repeatCount="indefinite"/>
</path>
</svg>
`,
};

/** The picture of previews of pages that name none: clients expect one. [LP10] */
const LINK_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgBAMAAAAQtmoLAAAAMFBMVEXp5+FiZWrn5d/V1NCTlJWvr61nam7f3dh3eHyFh4m5uLamp6aLjI+am5zJyMVwc3d58kaEAAAACXBIWXMAAAsTAAALEwEAmpwYAAABXElEQVRYhe2Vq07EQBiF/3RpmqzY5IRlKLAEEppwUWC4JAi6T8A+AGLCCyzwBAVPAjjWAI4EAbJiRYMDtQKF2JVYHmATMtN2LacKxHxmzH/ytXNmWhGHw+Fw/GtWdyqNe08a480KgS8AaHbpeV+bAC7oQAeq108QsgofuBHZ0DggAydoLovINqbpQNssdSySgXrPCMRLlqQaA9ggX/ILmO68R43xqAh0q5V8pYhH8jEpuYYWIehAvR8ldnQd83zJLREvxjkjsCXvv4pEUCNG0C53K8YMLTBEwHNFwUJVweGv8w1tBOaFyTdYs4JMPYjsMQK5x7WIZAg/Us0IJFPmdO7as6EIgafnzBLEJnBJCIJiIxtDqFvm6tQmO392SoyLBPSlL/kO88uf3gnHAHYywiwZ2MJxXjIbmAJfsiVIEH6moErO4Usu4EsuqQ2h3rjvY8kK/59yOBwOx5/wA/eKQVwveC4WAAAAAElFTkSuQmCC';

export function staticPages(): [string, Page][] {
  const emoji = JSON.stringify({ code_to_names: Object.fromEntries(emojiCodes) });
  return [
    [EMOJI_DATA_PATH, () => answer(emoji, 'application/json', { headers: FOR_ALL })],
    [EXTRA_EMOJI.path, () => answer(Buffer.from(EXTRA_EMOJI.png, 'base64'), 'image/png', { headers: FOR_ALL })],
    [NO_LINK_PICTURE, () => answer(Buffer.from(LINK_PICTURE, 'base64'), 'image/png', { headers: FOR_ALL })],
    [LOADING.path, () => answer(LOADING.svg, 'image/svg+xml', { headers: FOR_ALL })],
    [LOGO_PATH, () => answer(LOGO, 'image/svg+xml', { headers: FOR_ALL })],
  ];
}
