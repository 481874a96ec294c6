// The package for servers: the whole dialect, with highlighted code and mathematics.
import type * as Highlighting from './highlight/highlight.ts';
import { renderMath } from './math.ts';
import { createRenderer } from './renderer.ts';

/** Loaded for the first block of code: the grammars take 4 MB of memory. */
const highlighting = (): typeof Highlighting => require('./highlight/highlight.ts');

export { emojiByName, emojiCodes, emojiNames, emoticons, extraEmoji } from './emoji/emoji.ts';
export { linksWithoutEmbed, NO_LINK_PICTURE, type PagePreview, withEmbeds, withoutEmbeds } from './html/embeds.ts';
export { channelPath, encodeHash } from './inline/channel-links.ts';
export {
  type CompiledLinkifier,
  type CompiledLinkifiers,
  compileIfValid,
  compileLinkifier,
  compileLinkifiers,
  joinLinkifiers,
  type LinkifierRow,
} from './linkifiers.ts';
export { findReferences } from './references.ts';
export { createRenderer, isMeMessage } from './renderer.ts';
export { topicLinks } from './topic-links.ts';
export type * from './types.ts';
export { findWidget } from './widgets.ts';

export const render = createRenderer({
  highlight: (code, language) => highlighting().highlight(code, language),
  languageName: (language) => highlighting().languageName(language),
  math: renderMath,
});
