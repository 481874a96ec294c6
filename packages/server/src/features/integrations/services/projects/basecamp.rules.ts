// Basecamp: https://github.com/basecamp/bc3-api/blob/master/sections/webhooks.md. Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';
import { maybe, text } from '../code-hosts/git-host.rules.ts';
import { said, textOfHtml } from './tracker.rules.ts';

const Payload = z.looseObject({
  kind: text,
  creator: z.looseObject({ name: text }),
  recording: z.looseObject({
    title: maybe,
    app_url: maybe,
    content: maybe,
    parent: z.looseObject({ title: maybe, type: maybe, app_url: maybe }).nullish(),
    bucket: z.looseObject({ name: text }),
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
const ACTIONS: Readonly<Record<string, string>> = {
  active: 'activated',
  archived: 'archived',
  assignment_changed: 'changed the assignment of',
  completed: 'completed',
  content_changed: 'changed the content of',
  copied: 'copied',
  created: 'created',
  description_changed: 'changed the description of',
  due_on_changed: 'changed the due date of',
  moved: 'moved',
  name_changed: 'changed the name of',
  publicized: 'publicized',
  subject_changed: 'changed the subject of',
  title_changed: 'changed the title of',
  trashed: 'trashed',
  unarchived: 'unarchived',
  uncompleted: 'uncompleted',
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
  const kind = type && Object.hasOwn(PARENTS, type) ? `${PARENTS[type]} ` : '';
  return `${link(name, app_url)} ${name === 'answer' ? 'to' : 'on'} the ${kind}${link(of || 'untitled', parent.app_url)}`;
}

/** What people say to each other is shown; documents and tasks are linked. */
const bodyOf = (name: string, action: string, { content }: Recording): string | null =>
  (REPLIES.has(name) || name === 'message') && /^(?:created|content_changed)$/.test(action)
    ? textOfHtml(content)
    : null;

function format({ payload }: Delivery): Notice {
  const { kind, creator, recording } = Payload.parse(payload);
  const thing = THINGS.find(([start]) => kind.startsWith(`${start}_`));
  const action = thing ? kind.slice(thing[0].length + 1) : '';
  if (!thing || !Object.hasOwn(ACTIONS, action)) throw new UnsupportedEvent(kind);
  const [, name] = thing;
  const sentence = `${inline(creator.name)} ${ACTIONS[action]} the ${shown(name, recording)}`;
  return {
    topic: topicOf(recording.bucket.name),
    content: said(sentence, bodyOf(name, action, recording)),
    event: kind,
  };
}

export const basecamp: PayloadFormat = format;
