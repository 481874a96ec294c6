// Converts pasted HTML to Markdown if that preserves more than plain text.

/** Larger HTML is pasted as plain text. */
const LONGEST_HTML = 1_000_000;
/** Marks of code editors in their HTML. */
const CODE_EDITOR = 'vscode-editor-data';
/** Fences that contain text; all others contain code. */
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

/** Null to leave pasting to the browser. */
export function pastedHtml(data: DataTransfer, before: string): string | null {
  if (data.types.includes(CODE_EDITOR)) return null;
  const html = data.getData('text/html');
  return html === '' || html.length > LONGEST_HTML || isInCode(before) ? null : html;
}

/** Spreadsheets and word processors add a picture of the text. */
export const isPicture = (data: DataTransfer): boolean =>
  data.files.length > 0 && (data.getData('text/html') === '' || data.getData('text/plain').trim() === '');

export async function asMarkdown(html: string, plain: string): Promise<string> {
  try {
    const [{ readHtml }, { toMarkdown }] = await Promise.all([
      import('./html-tree.ts'),
      import('@stoa/markdown/from-html'),
    ]);
    return toMarkdown(readHtml(html)) ?? plain;
  } catch {
    // The converter could not be loaded.
    return plain;
  }
}

/** Blocks begin and end on lines of their own. */
export function fitted(made: string, before: string, after: string): string {
  if (!BLOCK.test(made)) return made;
  const above = before === '' || before.endsWith('\n') ? '' : '\n\n';
  return above + made + (after === '' || after.startsWith('\n') ? '' : '\n');
}
