// Taiga: https://docs.taiga.io/webhooks.html. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link, quote, topicOf } from '../../markdown.rules.ts';
import { lookUp, maybe, part, text } from '../../payload.rules.ts';
import { prominent } from '../../phrases.rules.ts';

const titled = {
  subject: maybe,
  name: maybe,
  slug: maybe,
  permalink: maybe,
  milestone: part(z.looseObject({ name: maybe })),
};
const Titled = part(z.looseObject(titled));
const Payload = z.looseObject({
  action: text,
  type: text,
  by: part(z.looseObject({ full_name: maybe, username: maybe, permalink: maybe })),
  data: part(z.looseObject({ ...titled, epic: Titled, user_story: Titled })),
  change: part(
    z.looseObject({
      comment: maybe,
      edit_comment_date: maybe,
      delete_comment_date: maybe,
      diff: part(z.record(z.string(), z.unknown())),
    }),
  ),
});
type Payload = z.output<typeof Payload>;
type Change = NonNullable<Payload['change']>;
const value = part(z.union([text, z.boolean().transform(String)]));
/** Differences of long texts are sentences, not values. */
const Difference = z.union([
  z.looseObject({ from: value, to: value }),
  z.unknown().transform(() => ({ from: null, to: null })),
]);

const KINDS: Readonly<Record<string, string>> = {
  epic: 'epic',
  issue: 'issue',
  milestone: 'sprint',
  task: 'task',
  userstory: 'user story',
  wikipage: 'wiki page',
};
const ACTIONS: Readonly<Record<string, string>> = { create: 'created', delete: 'deleted' };

interface Thing {
  /** `user story`. */
  readonly kind: string;
  /** The kind with the name as a link. */
  readonly named: string;
}
/** What somebody did, from the former and the new value, either of which may be empty. */
type ChangeFormat = (thing: Thing, from: string, to: string) => string | null;

const turned =
  (on: string, off: string): ChangeFormat =>
  ({ named }, _, to) =>
    `${to === 'true' ? on : off} ${named}`;

const renamed: ChangeFormat = ({ kind, named }, from, to) =>
  from === '' || to === '' ? `renamed ${named}` : `renamed ${kind} from ${bold(from)} to ${bold(to)}`;

const changed =
  (what: string): ChangeFormat =>
  ({ named }, from, to) => {
    if (from === to) return null;
    if (to === '') return `removed ${what} of ${named}`;
    return from === '' ? `set ${what} of ${named} to ${to}` : `changed ${what} of ${named} from ${from} to ${to}`;
  };

const assigned: ChangeFormat = ({ named }, from, to) => {
  if (from === to) return null;
  if (to === '') return `unassigned ${named}`;
  return from === '' ? `assigned ${named} to ${to}` : `reassigned ${named} from ${from} to ${to}`;
};

const scheduled: ChangeFormat = ({ named }, from, to) => {
  if (from === to) return null;
  if (to === '') return `removed ${named} from sprint ${from}`;
  return from === '' ? `added ${named} to sprint ${to}` : `changed sprint of ${named} from ${from} to ${to}`;
};

const moved: ChangeFormat = ({ named }, from, to) => {
  if (from === to) return null;
  if (to === '') return `removed ${named} from user story ${from}`;
  return from === '' ? `added ${named} to user story ${to}` : `moved ${named} from user story ${from} to ${to}`;
};

const described: ChangeFormat = ({ named }) => `updated description of ${named}`;

const CHANGES: Readonly<Record<string, ChangeFormat>> = {
  assigned_to: assigned,
  closed: turned('closed', 'reopened'),
  content_diff: ({ named }) => `edited ${named}`,
  description_diff: described,
  due_date: changed('due date'),
  estimated_finish: changed('estimated finish'),
  estimated_start: changed('estimated start'),
  is_blocked: turned('blocked', 'unblocked'),
  is_closed: turned('closed', 'reopened'),
  milestone: scheduled,
  name: renamed,
  points: ({ named }) => `changed estimation of ${named}`,
  priority: changed('priority'),
  severity: changed('severity'),
  slug: renamed,
  status: changed('status'),
  subject: renamed,
  type: changed('type'),
  user_story: moved,
};

function changesOf(kind: string, named: string, { diff }: Change): string[] {
  return Object.keys(CHANGES).flatMap((field) => {
    if (!diff || !Object.hasOwn(diff, field)) return [];
    const { from, to } = Difference.parse(diff[field]);
    return CHANGES[field]!({ kind, named }, inline(from ?? ''), inline(to ?? '')) ?? [];
  });
}

/** Older servers send no address. */
function nameOf(titled: z.output<typeof Titled>): string {
  const { subject, name, slug, permalink } = titled ?? {};
  return prominent(subject?.trim() || name?.trim() || slug?.trim() || 'Untitled', permalink);
}

/** The line that introduces a comment, and the comment. */
function commentOf(named: string, { comment, edit_comment_date, delete_comment_date }: Change): readonly string[] {
  const words = delete_comment_date ? '' : quote(comment);
  return words === '' ? [] : [`${edit_comment_date ? 'edited a comment' : 'commented'} on ${named}:\n\n${words}`];
}

function related({ action, data }: Payload): string | null {
  const story = `a related user story ${nameOf(data?.user_story)}`;
  const epic = `the epic ${nameOf(data?.epic)}`;
  if (action === 'create') return `added ${story} to ${epic}.`;
  return action === 'delete' ? `removed ${story} from ${epic}.` : null;
}

/** What happened, without the person, a line each. */
function linesOf(read: Payload): readonly string[] {
  const { type, action, data, change } = read;
  if (type === 'test') return ['triggered a test of the Taiga integration.'];
  if (type === 'relateduserstory') return [related(read) ?? []].flat();
  const kind = lookUp(KINDS, type);
  if (!kind) throw new UnsupportedEvent(type);
  const named = `${kind} ${nameOf(data)}`;
  const did = lookUp(ACTIONS, action);
  if (did) return [`${did} ${named}.`];
  if (action !== 'change') throw new UnsupportedEvent(`${type} ${action}`);
  const changes = changesOf(kind, named, change ?? {}).map((change) => `${change}.`);
  return [...changes.sort(), ...commentOf(named, change ?? {})];
}

export const taiga: PayloadFormat = ({ payload }) => {
  const read = Payload.parse(payload);
  const { by, data } = read;
  const who = link(by?.full_name || by?.username || 'Somebody', by?.permalink);
  const lines = linesOf(read).map((line) => `${who} ${line}`);
  if (lines.length === 0) return null;
  return { topic: topicOf(data?.milestone?.name || 'General'), content: lines.join('\n'), event: null };
};
