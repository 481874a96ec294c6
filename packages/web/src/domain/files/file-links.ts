// The files of a message being written: links of their own after the text, each on its own line. Written and read in one
// form, so that drafts, scheduled messages and edits keep their files apart from the text.

export interface FileLink {
  /** Address of the uploaded file. */
  readonly url: string;
  readonly name: string;
  /** Shown or played in place, where the server can: `![…]`. */
  readonly embedded: boolean;
}

const LINE = /^(!?)\[([^[\]\n]*)\]\((\/user_uploads\/\d+\/[^\s()]+)\)$/;
const EMBEDDED = /^(?:image|audio)\//;

/** A file name must not end the link text. */
export const linkTo = (type: string, filename: string, url: string): FileLink => ({
  url,
  name: filename.replace(/[[\]\n]/g, ''),
  embedded: EMBEDDED.test(type),
});

const lineOf = ({ url, name, embedded }: FileLink) => `${embedded ? '!' : ''}[${name}](${url})`;

export function joinFiles(text: string, links: readonly FileLink[]): string {
  if (links.length === 0) return text;
  const lines = links.map(lineOf).join('\n');
  return text.trim() === '' ? lines : `${text.trimEnd()}\n\n${lines}`;
}

/** Undoes `joinFiles`. A text of any other form, as other clients write it, stays whole. */
export function splitFiles(content: string): { readonly text: string; readonly links: readonly FileLink[] } {
  const at = content.lastIndexOf('\n\n');
  const links = content
    .slice(at < 0 ? 0 : at + 2)
    .split('\n')
    .map((line): FileLink | null => {
      const [, mark, name, url] = LINE.exec(line) ?? [];
      return url === undefined ? null : { url, name: name!, embedded: mark === '!' };
    });
  const text = at < 0 ? '' : content.slice(0, at);
  const whole = { text: content, links: [] };
  if (!links.every((link) => link !== null)) return whole;
  return joinFiles(text, links) === content && !isInFence(text) ? { text, links } : whole;
}

/** Links in an open code block are code. */
function isInFence(text: string): boolean {
  const fences = text.split('\n').filter((line) => /^\s*(?:`{3,}|~{3,})/.test(line));
  return fences.length % 2 === 1;
}
