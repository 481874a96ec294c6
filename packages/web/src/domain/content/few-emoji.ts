// Messages of nothing but a few emoji, which are drawn larger. [WB991]

const EMOJI = '<(?:span [^<>]*class="emoji [^<>]*>[^<>]*</span>|img [^<>]*class="emoji"[^<>]*>)';

/** One line of at most six, each an element of its own. */
const FEW = new RegExp(String.raw`^<p>${EMOJI}(?:\s*${EMOJI}){0,5}</p>$`);

export const isFewEmoji = (html: string) => FEW.test(html);
