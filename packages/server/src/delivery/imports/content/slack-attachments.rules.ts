// Slack's attachments, which bots send and links unfold to, as content. Pure.
import { type Block, paragraph, text } from './content.ts';
import { readMrkdwn, type SlackNames } from './mrkdwn.rules.ts';

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
export function readAttachment(one: SlackAttachment, names: SlackNames): Block[] {
  if ((one.from_url !== '' || one.original_url !== '') && !one.is_msg_unfurl) return [];
  const before = readMrkdwn(one.pretext, names);
  const blocks: Block[] = [];
  const bold = (words: string): Block => paragraph([{ kind: 'styled', style: 'bold', children: [text(words)] }]);
  if (one.author_name !== '') blocks.push(paragraph([text(one.author_name)]));
  if (one.title !== '' && one.title_link !== '')
    blocks.push(paragraph([{ kind: 'link', url: one.title_link, children: [text(one.title)] }]));
  else if (one.title !== '') blocks.push(bold(one.title));
  blocks.push(...readMrkdwn(one.text, names));
  for (const { title, value } of one.fields) {
    if (title !== '') blocks.push(bold(title));
    if (value != null) blocks.push(...readMrkdwn(String(value), names));
  }
  if (one.image_url !== '') blocks.push(paragraph([{ kind: 'link', url: one.image_url, children: [] }]));
  if (one.footer !== '') blocks.push(paragraph([text(one.footer)]));
  if (blocks.length > 0) return [...before, { kind: 'quote', blocks }];
  return before.length > 0 ? before : readMrkdwn(one.fallback, names);
}
