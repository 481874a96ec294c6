// Jira: https://developer.atlassian.com/cloud/jira/platform/webhooks. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, bullets, inline, link, paragraphs, quote, topicOf, withQuote } from '../../markdown.rules.ts';
import { items, lookUp, maybe, part, required, text } from '../../payload.rules.ts';
import { inAddress } from '../code-hosts/git-host.rules.ts';
import { facts } from '../facts.rules.ts';
import { type FindName, markdownOf } from './jira-markup.rules.ts';
import { changed } from './tracker.rules.ts';

const Person = part(z.looseObject({ displayName: maybe, name: maybe, key: maybe, accountId: maybe }));
type Person = z.output<typeof Person>;
const Issue = z.looseObject({
  key: text,
  self: maybe,
  fields: part(
    z.looseObject({
      summary: maybe,
      priority: part(z.looseObject({ name: maybe })),
      assignee: Person,
      reporter: Person,
      creator: Person,
    }),
  ),
});
type Issue = z.output<typeof Issue>;
const Comment = z.looseObject({ body: maybe, author: Person, updateAuthor: Person });
type Comment = z.output<typeof Comment>;
/** Jira calls the new value `toString`: where it is missing, the method of that name must not be found. */
const Item = z.looseObject({ field: text, fromString: maybe }).transform((item) => {
  const to: unknown = Object.getOwnPropertyDescriptor(item, 'toString')?.value;
  return { field: item.field, from: item.fromString, to: maybe.parse(to) };
});
const Transition = part(z.looseObject({ from_status: maybe, to_status: maybe }));
const Event = z.looseObject({
  webhookEvent: maybe,
  issue_event_type_name: maybe,
  transition: Transition,
  issue: part(Issue),
});
const Changed = z.looseObject({
  issue: Issue,
  user: Person,
  changelog: part(z.looseObject({ items: items(Item) })),
  transition: Transition,
  comment: part(z.union([Comment, z.string()])),
});
const Commented = z.looseObject({ issue: part(Issue), comment: Comment });

const CHANGES_SHOWN = 20;
/** The topic of comments whose issue old servers do not tell. */
const UNKNOWN_TOPIC = 'Upgrade Jira to get the issue title here.';

const nameOf = (person: Person): string => person?.displayName || person?.name || 'Somebody';
const titleOf = ({ key, fields }: Issue): string => (fields?.summary ? `${key}: ${fields.summary}` : key);

function issueLink(issue: Issue): string {
  const server = issue.self?.split('/rest/')[0];
  return link(titleOf(issue), server ? `${server}/browse/${inAddress(issue.key)}` : null);
}

function assignedLink(issue: Issue): string {
  const assignee = issue.fields?.assignee;
  return assignee ? `${issueLink(issue)} (assigned to ${bold(nameOf(assignee))})` : issueLink(issue);
}

const nameFinder =
  (...people: readonly Person[]): FindName =>
  (id) => {
    const found = people.find((person) => person && [person.name, person.key, person.accountId].includes(id));
    return found ? nameOf(found) : null;
  };

function bodyOf(comment: Comment | string | null | undefined, issue?: Issue | null): string {
  const { body, author, updateAuthor } = typeof comment === 'string' ? { body: comment } : (comment ?? {});
  const { assignee, reporter, creator } = issue?.fields ?? {};
  return markdownOf(body, nameFinder(author, updateAuthor, assignee, reporter, creator));
}

function created(payload: unknown): string {
  const { issue, user } = Changed.parse(payload);
  const { priority, assignee } = issue.fields ?? {};
  const rows = facts([
    ['Priority', inline(priority?.name ?? '')],
    ['Assignee', assignee ? inline(nameOf(assignee)) : 'no one'],
  ]);
  return `${inline(nameOf(user))} created ${issueLink(issue)}:\n\n${rows}`;
}

function deleted(payload: unknown): string {
  const { issue, user } = Changed.parse(payload);
  return `${inline(nameOf(user))} deleted ${issueLink(issue)}.`;
}

/** Fields with several values: an item adds or removes one. */
const LISTS: ReadonlySet<string> = new Set(['Attachment', 'Component', 'Fix Version', 'Link', 'Version']);
/** Fields with long texts, of which only the change is shown. */
const TEXTS: ReadonlySet<string> = new Set(['Comment', 'description', 'environment']);
/** Fields of no interest: the order of issues on a board. */
const SILENT: ReadonlySet<string> = new Set(['Rank']);

function change({ field, from, to }: z.output<typeof Item>): string {
  if (TEXTS.has(field)) return changed(field.toLowerCase(), null, null);
  if (!LISTS.has(field)) return changed(field, from, to);
  const name = field.toLowerCase();
  return to ? `Added ${name} ${bold(to)}` : changed(name, from, to);
}

const COMMENTED: Readonly<Record<string, string>> = {
  issue_commented: 'commented on',
  issue_comment_edited: 'edited a comment on',
  issue_comment_deleted: 'deleted a comment from',
};

/** All changes of an issue are of one kind: its fields, its status and its comments. */
function updated(payload: unknown, detail: string | null | undefined): string | null {
  const { issue, user, changelog, transition, comment } = Changed.parse(payload);
  const commenter = typeof comment === 'object' ? (comment?.updateAuthor ?? comment?.author) : null;
  const who = inline(nameOf(user ?? commenter));
  const words = bodyOf(comment, issue);
  const items = changelog?.items ?? [];
  const is_bare_comment = !detail && words !== '' && items.length === 0 && !transition;
  const commented = lookUp(COMMENTED, is_bare_comment ? 'issue_commented' : detail);
  if (commented) return withQuote(`${who} ${commented} ${assignedLink(issue)}`, words);
  const shown = items.filter(({ field }) => !SILENT.has(field));
  if (items.length > 0 && shown.length === 0 && words === '') return null;
  const rows = shown.slice(0, CHANGES_SHOWN).map(change);
  if (transition) rows.push(changed('status', transition.from_status, transition.to_status));
  const summary = `${who} updated ${assignedLink(issue)}`;
  if (rows.length === 0) return withQuote(summary, words);
  return paragraphs(`${summary}:`, bullets(rows, Math.max(shown.length, rows.length)), quote(words));
}

const comment =
  (action: 'commented on' | 'updated' | 'deleted') =>
  (payload: unknown): string => {
    const { issue, comment } = Commented.parse(payload);
    const [author, editor] = [nameOf(comment.author), nameOf(comment.updateAuthor ?? comment.author)];
    const who = action === 'updated' ? editor : author;
    const whose = who === author ? 'their comment' : `the comment of ${inline(author)}`;
    const did = action === 'commented on' ? action : `${action} ${whose} on`;
    return withQuote(`${inline(who)} ${did} ${issue ? issueLink(issue) : 'an issue'}`, bodyOf(comment, issue));
  };

type Format = (payload: unknown, detail: string | null | undefined) => string | null;

const FORMATS: Readonly<Record<string, Format>> = {
  'jira:issue_created': created,
  'jira:issue_deleted': deleted,
  'jira:issue_updated': updated,
  comment_created: comment('commented on'),
  comment_deleted: comment('deleted'),
  comment_updated: comment('updated'),
};
/** Events about the server, boards and sprints, and those that an update of the issue tells as well. */
const KNOWN =
  /^(?:jira:)?(?:attachment|board|filter|issue_property|issuelink|issuetype|option|project|sprint|user|version|worklog)_/;

export const jira: PayloadFormat = ({ payload }) => {
  const { webhookEvent, transition, issue_event_type_name, issue } = Event.parse(payload);
  // The former hooks of workflows name no event.
  const event = required(webhookEvent ?? (transition && 'jira:issue_updated'));
  const format = lookUp(FORMATS, event);
  if (!format) {
    if (KNOWN.test(event)) return null;
    throw new UnsupportedEvent(event);
  }
  const content = format(payload, issue_event_type_name);
  return content === null ? null : { topic: issue ? topicOf(titleOf(issue)) : UNKNOWN_TOPIC, content, event };
};
