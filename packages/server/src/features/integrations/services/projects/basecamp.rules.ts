// Basecamp: https://github.com/basecamp/bc3-api/blob/master/sections/webhooks.md. Pure.
import { z } from 'zod';
import { textOfHtml } from '../../html.rules.ts';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link, topicOf, withQuote } from '../../markdown.rules.ts';
import { lookUp, maybe, part, text } from '../../payload.rules.ts';

const Payload = z.looseObject({
  kind: text,
  creator: part(z.looseObject({ name: maybe })),
  recording: z.looseObject({
    title: maybe,
    app_url: maybe,
    content: maybe,
    parent: part(z.looseObject({ title: maybe, type: maybe, app_url: maybe })),
    bucket: part(z.looseObject({ name: maybe })),
  }),
});
type Recording = z.output<typeof Payload>['recording'];

/** How kinds of events begin, and what the thing is called. Longer ones first: `question_answer` is no `question`. */
const THINGS: readonly (readonly [kind: string, name: string])[] = [
  ['client_approval_response', 'approval response'],
  ['client_forward', 'client forward'],
  ['client_reply', 'client reply'],
  ['cloud_file', 'cloud file'],
  ['comment', 'comment'],
  ['document', 'document'],
  ['google_document', 'Google document'],
  ['inbox_forward', 'forwarded email'],
  ['inbox_reply', 'email reply'],
  ['kanban_card', 'card'],
  ['kanban_step', 'step'],
  ['message', 'message'],
  ['question_answer', 'answer'],
  ['question', 'question'],
  ['schedule_entry', 'event'],
  ['todolist', 'to-do list'],
  ['todo', 'to-do task'],
  ['upload', 'file'],
  ['vault', 'folder'],
];
/** How events end that do not say what was done in the past tense. */
const ACTIONS: Readonly<Record<string, string>> = {
  active: 'activated',
  due_on_changed: 'changed the due date of',
  ends_at_changed: 'changed the end of',
  starts_at_changed: 'changed the start of',
  untrashed: 'restored',
};
/** What is known by the thing that it belongs to. */
const REPLIES: ReadonlySet<string> = new Set(['answer', 'comment']);
const PARENTS: Readonly<Record<string, string>> = {
  Document: 'document',
  'Kanban::Card': 'card',
  Message: 'message',
  Question: 'question',
  'Schedule::Entry': 'event',
  Todo: 'to-do task',
  Todolist: 'to-do list',
  Upload: 'file',
};

function shown(name: string, { title, app_url, parent }: Recording): string {
  if (!REPLIES.has(name) || !parent) return `${name} ${link(title || 'untitled', app_url)}`;
  const { type, title: of } = parent;
  const kind = lookUp(PARENTS, type);
  return `${link(name, app_url)} ${name === 'answer' ? 'to' : 'on'} the ${kind ? `${kind} ` : ''}${link(of || 'untitled', parent.app_url)}`;
}

/** What people say to each other is shown; documents and tasks are linked. */
const bodyOf = (name: string, action: string, { content }: Recording): string | null =>
  (REPLIES.has(name) || name === 'message') && /^(?:created|content_changed)$/.test(action)
    ? textOfHtml(content)
    : null;

/** `archived`, `title_changed`; null if the rest of the kind is no action. */
function verbOf(action: string): string | null {
  const known = lookUp(ACTIONS, action);
  if (known) return known;
  const field = /^([a-z_]{1,50})_changed$/.exec(action)?.[1];
  if (field) return `changed the ${field.replaceAll('_', ' ')} of`;
  return /^[a-z]{1,50}ed$/.test(action) ? action : null;
}

export const basecamp: PayloadFormat = ({ payload }) => {
  const { kind, creator, recording } = Payload.parse(payload);
  const [start = '', name = ''] = THINGS.find(([start]) => kind.startsWith(`${start}_`)) ?? [];
  const action = kind.slice(start.length + 1);
  const verb = verbOf(action);
  if (name === '' || verb === null) throw new UnsupportedEvent(kind);
  const sentence = `${inline(creator?.name || 'Somebody')} ${verb} the ${shown(name, recording)}`;
  return {
    topic: topicOf(recording.bucket?.name || 'Basecamp'),
    content: withQuote(sentence, bodyOf(name, action, recording)),
    event: kind,
  };
};
