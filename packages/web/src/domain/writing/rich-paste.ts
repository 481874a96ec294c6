// What is pasted as HTML becomes Markdown, where that keeps more than the plain text does.

/** A page larger than this is pasted as its words. */
const LONGEST_HTML = 1_000_000;
/** What an editor of code says of itself. */
const CODE_EDITOR = 'vscode-editor-data';
/** These fences hold text; all others code. */
const TEXT_FENCE = /^(?:quote|spoiler)\b/;
const BLOCK = /^(?:#{1,6} |> |- |\d+\. |```|\||---)|\n\n/;

function isInCode(before: string): boolean {
  let open: { marks: string; is_code: boolean } | null = null;
  for (const line of before.split('\n').slice(0, -1)) {
    const [, marks = '', info = ''] = /^(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open?.is_code || (open && line.trimEnd() === open.marks)) {
      if (line.trimEnd() === open.marks) open = null;
    } else if (marks !== '') open = { marks, is_code: !TEXT_FENCE.test(info.trim()) };
  }
  return open?.is_code ?? false;
}

/** Null where the browser is to paste as it always does. */
export function pastedHtml(data: DataTransfer, before: string): string | null {
  if (data.types.includes(CODE_EDITOR)) return null;
  const html = data.getData('text/html');
  return html === '' || html.length > LONGEST_HTML || isInCode(before) ? null : html;
}

/** Spreadsheets and word processors put a picture of a text beside the text itself. */
export const isPicture = (data: DataTransfer): boolean =>
  data.files.length > 0 && (data.getData('text/html') === '' || data.getData('text/plain').trim() === '');

export async function asMarkdown(html: string, plain: string): Promise<string> {
  try {
    const [{ readHtml }, { toMarkdown }] = await Promise.all([
      import('../paste/html-tree.ts'),
      import('../paste/markdown.ts'),
    ]);
    return toMarkdown(readHtml(html)) ?? plain;
  } catch {
    // That part of the client could not be fetched.
    return plain;
  }
}

/** Blocks begin and end their lines. */
export function fitted(made: string, before: string, after: string): string {
  if (!BLOCK.test(made)) return made;
  const above = before === '' || before.endsWith('\n') ? '' : '\n\n';
  return above + made + (after === '' || after.startsWith('\n') ? '' : '\n');
}
