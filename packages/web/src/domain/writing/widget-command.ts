// The text of the commands that make a poll or to-do list. Pure.

export type WidgetKind = 'poll' | 'todo';

/** A line of the command: its parts are divided by line breaks. */
const line = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The text of a `/poll` or `/todo` command: the title, then a line for each item. */
export const widgetCommand = (kind: WidgetKind, title: string, items: readonly string[]): string =>
  [`/${kind} ${line(title)}`, ...items.map(line).filter((item) => item !== '')].join('\n');
