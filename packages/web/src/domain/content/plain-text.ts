// A message as plain text. Spoilers stay hidden, and previews of pages and of linked pictures are left out. [WB1013]
import { sanitize } from './message-html.ts';

function plainText(html: string, length: number): string {
  const { body } = new DOMParser().parseFromString(sanitize(html) as unknown as string, 'text/html');
  for (const hidden of body.querySelectorAll('.spoiler-content')) hidden.textContent = ' … ';
  // A formula as it was written.
  for (const source of body.querySelectorAll('annotation'))
    source.closest('math')?.replaceWith(source.textContent ?? '');
  for (const preview of body.querySelectorAll('.message_embed')) preview.remove();
  const links = [...body.querySelectorAll('a')];
  for (const preview of body.querySelectorAll('.message_inline_image')) {
    const href = preview.querySelector('a')?.getAttribute('href');
    if (links.some((link) => !preview.contains(link) && link.getAttribute('href') === href)) preview.remove();
  }
  for (const picture of body.querySelectorAll('img')) picture.replaceWith(picture.alt);
  for (const block of body.querySelectorAll('p, li, blockquote, pre, td, h1, h2, h3, h4, h5, h6, div'))
    block.append(' ');
  const text = (body.textContent ?? '').replace(/\s+/g, ' ').trim();
  const letters = [...text];
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text;
}

interface Text {
  readonly content: string;
  readonly submessages?: readonly unknown[] | undefined;
}

/** A message as plain text; of a poll or a list what it is about and its lines, without the command that made it. [WB1011] */
export function messageText({ content, submessages = [] }: Text, length: number): string {
  if (submessages.length === 0) return plainText(content, length);
  const text = plainText(content.replace(/<br ?\/?>/g, ' · '), length);
  return text.replace(/^\/(poll|todo)\b[\s·]*/, '') || text;
}
