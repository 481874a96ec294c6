// The package for browsers: without colours, mathematics and the engine of linkifiers, which are large. A caller that
// wants them passes them in: the first two to createRenderer, the last in the context.
import { createRenderer } from './renderer.ts';

export { emojiByName, emojiCodes, emojiNames, emoticons, extraEmoji } from './emoji/emoji.ts';
export { channelPath, encodeHash } from './inline/channel-links.ts';
export { findReferences } from './references.ts';
export { createRenderer } from './renderer.ts';
export { topicLinks } from './topic-links.ts';
export type * from './types.ts';
export { findWidget } from './widgets.ts';

export const render = createRenderer({});
