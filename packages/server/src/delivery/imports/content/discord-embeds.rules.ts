// Discord's embeds, which bots send and links unfold to, as content. Pure.
import { type Block, boldParagraph, paragraph, text } from './content.ts';
import { type DiscordNames, readDiscordText } from './discord-text.rules.ts';

export interface DiscordEmbed {
  readonly title: string;
  readonly url: string;
  readonly description: string;
  readonly author: { readonly name: string };
  readonly footer: { readonly text: string };
  readonly image: { readonly url: string };
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** A quote; nothing for previews of links in the text, which this server makes itself. */
export function readEmbed(embed: DiscordEmbed, source: string, names: DiscordNames): Block[] {
  if (embed.url !== '' && source.includes(embed.url)) return [];
  const blocks: Block[] = [];
  if (embed.author.name !== '') blocks.push(paragraph([text(embed.author.name)]));
  if (embed.url !== '')
    blocks.push(paragraph([{ kind: 'link', url: embed.url, children: embed.title === '' ? [] : [text(embed.title)] }]));
  else if (embed.title !== '') blocks.push(boldParagraph(embed.title));
  blocks.push(...readDiscordText(embed.description, names));
  for (const { name, value } of embed.fields) {
    if (name.trim() !== '') blocks.push(boldParagraph(name));
    blocks.push(...readDiscordText(value, names));
  }
  if (/^https?:/.test(embed.image.url)) blocks.push(paragraph([{ kind: 'link', url: embed.image.url, children: [] }]));
  if (embed.footer.text !== '') blocks.push(paragraph([text(embed.footer.text)]));
  return blocks.length === 0 ? [] : [{ kind: 'quote', blocks }];
}
