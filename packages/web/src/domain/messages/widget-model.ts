// Computes a widget from its submessages. They are untrusted input of other people: anything invalid is ignored.
import type { StoredMessage } from '../../model/messages/message-store.ts';

type Submessages = StoredMessage['submessages'];

export type WidgetModel =
  | {
      readonly kind: 'poll';
      readonly question: string;
      readonly options: { readonly key: string; readonly text: string; readonly voters: number[] }[];
    }
  | {
      readonly kind: 'todo';
      readonly title: string;
      readonly tasks: {
        readonly key: string;
        readonly text: string;
        readonly description: string;
        readonly done: boolean;
      }[];
    };

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export function parseWidget(submessages: Submessages): WidgetModel | null {
  const [first, ...added] = [...submessages].sort((a, b) => a.id - b.id);
  if (!first) return null;
  const { widget_type, extra_data } = parse(first.content);
  const extra = (typeof extra_data === 'object' && extra_data !== null ? extra_data : {}) as Record<string, unknown>;
  const changes = added.map(
    ({ content, sender_id }) => ({ ...parse(content), sender_id: sender_id as number }) as Change,
  );
  if (widget_type === 'poll') return poll(extra, changes, first.sender_id);
  if (widget_type === 'todo') return todo(extra, changes, first.sender_id);
  return null;
}

/** The number of somebody's next option or task, counting up from those they added before. */
export function nextIndex(submessages: Submessages, user_id: number): number {
  const numbers = submessages
    .filter(({ sender_id }) => sender_id === user_id)
    .map(({ content }) => {
      const { type, idx, key } = parse(content);
      return type === 'new_option' ? idx : type === 'new_task' ? key : 0;
    })
    .filter((value) => typeof value === 'number' && Number.isInteger(value));
  return Math.max(0, ...(numbers as number[])) + 1;
}

export interface Pending {
  readonly content: string;
  /** How often the reader had made the same change before. */
  readonly before: number;
}

const countOf = (submessages: Submessages, user_id: number, content: string) =>
  submessages.filter((submessage) => submessage.sender_id === user_id && submessage.content === content).length;

export const pendingOf = (submessages: Submessages, user_id: number, content: string): Pending => ({
  content,
  before: countOf(submessages, user_id, content),
});

/** Includes the reader's own changes that the server has not confirmed yet. */
export function withPending(submessages: Submessages, pending: readonly Pending[], user_id: number): Submessages {
  const open = pending.filter(({ content, before }) => countOf(submessages, user_id, content) <= before);
  if (open.length === 0) return submessages;
  const newest = Math.max(0, ...submessages.map(({ id }) => id));
  const { message_id } = submessages[0]!;
  const made = open.map(({ content }, at) => ({
    id: newest + 1 + at,
    message_id,
    sender_id: user_id as Submessages[number]['sender_id'],
    msg_type: 'widget',
    content,
  }));
  return [...submessages, ...made];
}

type Change = Record<string, unknown> & { sender_id: number };

function poll(extra: Record<string, unknown>, changes: readonly Change[], author: number): WidgetModel {
  let question = textOf(extra.question);
  const options = new Map<string, { key: string; text: string; voters: number[] }>();
  listOf(extra.options).forEach((option, index) => {
    options.set(`canned,${index}`, { key: `canned,${index}`, text: textOf(option), voters: [] });
  });
  for (const { type, sender_id, ...change } of changes) {
    if (type === 'question' && sender_id === author) question = textOf(change.question);
    else if (type === 'new_option') {
      const key = `${sender_id},${String(change.idx)}`;
      if (!options.has(key)) options.set(key, { key, text: textOf(change.option), voters: [] });
    } else if (type === 'vote') {
      const option = options.get(textOf(change.key));
      if (!option) continue;
      option.voters = option.voters.filter((id) => id !== sender_id);
      if (change.vote === 1) option.voters.push(sender_id);
    }
  }
  return { kind: 'poll', question, options: [...options.values()] };
}

function todo(extra: Record<string, unknown>, changes: readonly Change[], author: number): WidgetModel {
  let title = textOf(extra.task_list_title);
  const tasks = new Map<string, { key: string; text: string; description: string; done: boolean }>();
  listOf(extra.tasks).forEach((task, index) => {
    const { task: text, desc } = (task ?? {}) as Record<string, unknown>;
    tasks.set(`${index},canned`, {
      key: `${index},canned`,
      text: textOf(text),
      description: textOf(desc),
      done: false,
    });
  });
  for (const { type, sender_id, ...change } of changes) {
    if (type === 'new_task_list_title' && sender_id === author) title = textOf(change.title);
    else if (type === 'new_task') {
      const key = `${String(change.key)},${sender_id}`;
      // An existing task is unchanged, done or not.
      if (!tasks.has(key))
        tasks.set(key, { key, text: textOf(change.task), description: textOf(change.desc), done: false });
    } else if (type === 'strike') {
      const task = tasks.get(textOf(change.key));
      if (task) tasks.set(task.key, { ...task, done: !task.done });
    }
  }
  return { kind: 'todo', title, tasks: [...tasks.values()] };
}
