// Messages that are widgets: /poll and /todo. Reads the source only; rendering is the same as for any message.
import type { Widget } from './types.ts';

/** The lines after the first, without bullets. */
function itemsOf(lines: string[]): string[] {
  return lines.map((line) => line.trim().replace(/^[-*]?\s*/, '')).filter((item) => item !== '');
}

/** [MD60] The widget a message asks for, or null. */
export function findWidget(content: string): Widget | null {
  const command = /^\/(poll|todo)(?=\s|$)/.exec(content);
  if (!command) return null;
  const lines = content.slice(command[0].length).split(/\r\n|\r|\n/);
  const title = (lines[0] ?? '').trim();
  const items = itemsOf(lines.slice(1));
  if (command[1] === 'poll') return { type: 'poll', extra_data: { question: title, options: items } };
  const tasks = items.map((item) => {
    const at = item.indexOf(': ');
    return at < 0
      ? { task: item.trim(), desc: '' }
      : { task: item.slice(0, at).trim(), desc: item.slice(at + 2).trim() };
  });
  return { type: 'todo', extra_data: { task_list_title: title, tasks } };
}
