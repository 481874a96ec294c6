// Test only: every construct of the dialect with a hole for text, and a context that resolves every name.
import { compileLinkifiers, type RenderContext } from '../index.ts';

/** Each places a text where its construct takes text. */
export const CONSTRUCTS: readonly [name: string, build: (text: string) => string][] = [
  ['paragraph', (text) => text],
  ['after text', (text) => `before ${text} after`],
  ['bold', (text) => `**${text}**`],
  ['italics', (text) => `*${text}*`],
  ['both', (text) => `***${text}***`],
  ['strike', (text) => `~~${text}~~`],
  ['inline code', (text) => `\`${text}\``],
  ['heading', (text) => `# ${text}`],
  ['bullet', (text) => `* ${text}\n  * ${text}\n\n  ${text}`],
  ['number', (text) => `1. ${text}\n2. ${text}`],
  ['quote', (text) => `> ${text}\n> ${text}`],
  ['quote fence', (text) => `\`\`\`quote\n${text}\n\`\`\``],
  ['spoiler header', (text) => `\`\`\`spoiler ${text}\ncontent\n\`\`\``],
  ['spoiler content', (text) => `\`\`\`spoiler header\n${text}\n\`\`\``],
  ['code fence', (text) => `\`\`\`\n${text}\n\`\`\``],
  ['python fence', (text) => `\`\`\`python\n${text}\n\`\`\``],
  ['html fence', (text) => `\`\`\`html\n${text}\n\`\`\``],
  ['language of a fence', (text) => `\`\`\`${text}\ncode\n\`\`\``],
  ['tildes', (text) => `~~~ {.${text}}\n${text}\n~~~`],
  ['indented code', (text) => `    ${text}`],
  ['table', (text) => `| ${text} | b |\n|:---|---:|\n| ${text} | ${text} |`],
  ['link text', (text) => `[${text}](https://a.example)`],
  ['link address', (text) => `[x](${text})`],
  ['link path', (text) => `[x](https://a.example/${text})`],
  ['link title', (text) => `[x](https://a.example "${text}")`],
  ['link in angles', (text) => `[x](<${text}>)`],
  ['upload', (text) => `[${text}](/user_uploads/2/ab/${text})`],
  ['image text', (text) => `![${text}](/user_uploads/2/ab/x.png)`],
  ['image address', (text) => `![x](/user_uploads/2/ab/${text})`],
  ['sound', (text) => `![${text}](/user_uploads/2/ab/x.mp3)`],
  ['address', (text) => `https://a.example/${text}`],
  ['picture address', (text) => `https://a.example/${text}.png`],
  ['domain', (text) => `a.com/${text}`],
  ['mail', (text) => `${text}@a.com`],
  ['user', (text) => `@**${text}**`],
  ['silent user', (text) => `@_**${text}|7**`],
  ['group', (text) => `@*${text}*`],
  ['channel', (text) => `#**${text}**`],
  ['topic', (text) => `#**general>${text}**`],
  ['message', (text) => `#**general>${text}@12**`],
  ['emoji', (text) => `:${text}:`],
  ['time', (text) => `<time:${text}>`],
  ['inline math', (text) => `$$${text}$$`],
  ['math', (text) => `\`\`\`math\n${text}\n\`\`\``],
  ['text in math', (text) => `$$\\text{${text}}$$`],
  ['linkifier', (text) => `TICKET-${text}`],
  ['me', (text) => `/me ${text}`],
  ['poll', (text) => `/poll ${text}\n${text}`],
];

function uploadType(path: string): string {
  if (path.endsWith('.mp3')) return 'audio/mpeg';
  return path.endsWith('.mp4') ? 'video/mp4' : 'image/png"><script>';
}

/** Resolves every name, as written. */
export const EVERYTHING: RenderContext = {
  realm_url: 'https://chat.example',
  findUser: (name) => ({ id: 7, full_name: name }),
  findGroup: (name) => ({ id: 8, name, can_mention: true }),
  findChannel: (name) => ({ id: 9, name }),
  findTopic: () => ({ message_id: 10 }),
  findUpload: (path) => ({
    content_type: uploadType(path),
    width: 10,
    height: 10,
    thumbnail_url: `/user_uploads/thumbnail/${path}/840x560.webp`,
  }),
  realm_emoji: new Map([['own', { id: '1', source_url: '/user_avatars/2/emoji/images/1.png' }]]),
  linkifiers: compileLinkifiers([
    { id: 1, pattern: 'TICKET-(?P<rest>.+)', url_template: 'https://t.example/{rest}' },
    { id: 2, pattern: 'RAW-(?P<rest>.+)', url_template: '{+rest}' },
  ]),
  translate_emoticons: true,
  external_media_url: (url) => `https://proxy.example/?url=${encodeURIComponent(url.replace(/[\ud800-\udfff]/g, ''))}`,
  empty_topic_name: '<i>general</i>',
};
