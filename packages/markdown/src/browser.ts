// The package for browsers: without highlighting, mathematics and the linkifier engine, which are large. Callers pass
// in those they want: the first two to createRenderer, the last in the context.
import { createRenderer } from './renderer.ts';

export { emojiByName, emojiCodes, emojiNames, emoticons, extraEmoji } from './emoji/emoji.ts';
export { channelPath, encodeHash } from './inline/channel-links.ts';
export { findReferences } from './references.ts';
export { createRenderer } from './renderer.ts';
export { topicLinks } from './topic-links.ts';
export type * from './types.ts';
export { findWidget } from './widgets.ts';

export const render = createRenderer({});
