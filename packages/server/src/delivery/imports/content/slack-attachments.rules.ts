// Slack's attachments, which bots send and links unfold to, as content; Mattermost has the same. Pure.
import { type Block, boldParagraph, paragraph, text } from './content.ts';

export interface SlackAttachment {
  readonly fallback: string;
  readonly pretext: string;
  readonly title: string;
  readonly title_link: string;
  readonly author_name: string;
  readonly text: string;
  readonly footer: string;
  readonly image_url: string;
  readonly from_url: string;
  readonly original_url: string;
  readonly is_msg_unfurl: boolean;
  readonly fields: readonly { readonly title: string; readonly value?: string | number | null | undefined }[];
}

/** A quote; nothing for previews of pages, which this server makes itself. */
export function readAttachment(attachment: SlackAttachment, read: (text: string) => Block[]): Block[] {
  if ((attachment.from_url !== '' || attachment.original_url !== '') && !attachment.is_msg_unfurl) return [];
  const before = read(attachment.pretext);
  const blocks: Block[] = [];
  if (attachment.author_name !== '') blocks.push(paragraph([text(attachment.author_name)]));
  if (attachment.title !== '' && attachment.title_link !== '')
    blocks.push(paragraph([{ kind: 'link', url: attachment.title_link, children: [text(attachment.title)] }]));
  else if (attachment.title !== '') blocks.push(boldParagraph(attachment.title));
  blocks.push(...read(attachment.text));
  for (const { title, value } of attachment.fields) {
    if (title !== '') blocks.push(boldParagraph(title));
    if (value != null) blocks.push(...read(String(value)));
  }
  if (attachment.image_url !== '') blocks.push(paragraph([{ kind: 'link', url: attachment.image_url, children: [] }]));
  if (attachment.footer !== '') blocks.push(paragraph([text(attachment.footer)]));
  if (blocks.length > 0) return [...before, { kind: 'quote', blocks }];
  return before.length > 0 ? before : read(attachment.fallback);
}
