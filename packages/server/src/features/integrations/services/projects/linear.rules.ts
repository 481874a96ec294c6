// Linear: https://linear.app/developers/webhooks. Pure.
import { z } from 'zod';
import { type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link, paragraphs, quote, topicOf, withQuote } from '../../markdown.rules.ts';
import { anything, lookUp, maybe, part, text } from '../../payload.rules.ts';

const Named = part(z.looseObject({ name: maybe }));
const Payload = z.looseObject({
  type: text,
  action: text,
  data: anything,
  url: maybe,
  actor: Named,
  updatedFrom: part(z.looseObject({})),
});
type Payload = z.output<typeof Payload>;
const Issue = z.looseObject({
  id: text,
  parentId: maybe,
  number: text,
  title: maybe,
  description: maybe,
  priority: maybe,
  priorityLabel: maybe,
  state: Named,
  assignee: Named,
  team: Named,
});
const Comment = z.looseObject({
  body: maybe,
  issueId: maybe,
  projectUpdateId: maybe,
  issue: part(z.looseObject({ title: maybe })),
  user: Named,
});

const ACTIONS: Readonly<Record<string, string>> = {
  create: 'was created in',
  remove: 'was removed from',
  restore: 'was restored in',
  update: 'was updated in',
};
/** The fields whose changes are told. Dates and places in lists change with every step. */
const FIELDS: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  stateId: 'status',
  assigneeId: 'assignee',
  priority: 'priority',
  labelIds: 'labels',
  dueDate: 'due date',
  estimate: 'estimate',
  projectId: 'project',
  cycleId: 'cycle',
  parentId: 'parent issue',
  teamId: 'team',
};

/** Null if the service does not say what changed. */
const changesOf = ({ updatedFrom }: Payload): string[] | null =>
  updatedFrom
    ? Object.keys(FIELDS).flatMap((field) => (Object.hasOwn(updatedFrom, field) ? FIELDS[field]! : []))
    : null;

function facts({ priority, priorityLabel, assignee, state }: z.output<typeof Issue>): string {
  const shown = [
    priority && priority !== '0' && priorityLabel ? `Priority: ${inline(priorityLabel)}` : null,
    assignee?.name ? `Assignee: ${inline(assignee.name)}` : null,
    state?.name ? `Status: ${inline(state.name)}` : null,
  ].filter((fact) => fact !== null);
  return shown.length > 0 ? `${shown.join(', ')}.` : '';
}

/** Topics are ids: comments, and issues within others, tell nothing else that stays. */
function issue(payload: Payload): Notice | null {
  const read = Issue.parse(payload.data);
  const { id, parentId, number, title, description, team } = read;
  const { action, actor, url } = payload;
  const changes = action === 'update' ? changesOf(payload) : null;
  if (changes?.length === 0) return null;
  const place = team?.name ? `team ${inline(team.name)}` : 'the team';
  const by = actor?.name ? ` by ${inline(actor.name)}` : '';
  const name = link(title ? `#${number} ${title}` : `#${number}`, url);
  const summary = `${parentId ? 'Sub-issue' : 'Issue'} ${name} ${ACTIONS[action]} ${place}${by}.`;
  const is_gone = action === 'remove';
  const shows_description = action === 'create' || changes === null || changes.includes('description');
  return {
    topic: topicOf(parentId || id),
    content: paragraphs(
      summary,
      changes && `Changed: ${changes.join(', ')}.`,
      shows_description && !is_gone ? quote(description) : null,
      is_gone ? null : facts(read),
    ),
    event: `${parentId ? 'sub_issue' : 'issue'}_${action === 'restore' ? 'update' : action}`,
  };
}

function comment({ action, actor, url, data, updatedFrom }: Payload): Notice | null {
  const { body, issueId, projectUpdateId, issue, user } = Comment.parse(data);
  if (action === 'restore' || (action === 'update' && updatedFrom && !Object.hasOwn(updatedFrom, 'body'))) return null;
  const author = inline(user?.name || 'Somebody');
  const who = action === 'create' ? author : inline(actor?.name || user?.name || 'Somebody');
  const other = projectUpdateId ? 'a project update' : 'an issue or document';
  const on = issue?.title ? `issue ${bold(issue.title)}` : other;
  const did = {
    create: `${link('commented', url)} on`,
    remove: 'removed a comment from',
    update: `updated a ${link('comment', url)} on`,
  }[action];
  return {
    topic: topicOf(issueId || projectUpdateId || 'Linear'),
    content: withQuote(`${who} ${did} ${on}`, action === 'remove' ? null : body),
    event: `comment_${action}`,
  };
}

const FORMATS: Readonly<Record<string, (payload: Payload) => Notice | null>> = { Comment: comment, Issue: issue };
/** What is not about the work on an issue. */
const SILENT: ReadonlySet<string> = new Set([
  'AgentSessionEvent',
  'AppUserNotification',
  'Attachment',
  'AuditEntry',
  'Customer',
  'CustomerNeed',
  'Cycle',
  'Document',
  'Initiative',
  'InitiativeUpdate',
  'IssueLabel',
  'IssueRelation',
  'IssueSLA',
  'OAuthApp',
  'OAuthAppRevoked',
  'PermissionChange',
  'Project',
  'ProjectLabel',
  'ProjectUpdate',
  'Reaction',
  'Release',
  'User',
]);

export const linear: PayloadFormat = ({ payload }) => {
  const read = Payload.parse(payload);
  const { type, action } = read;
  if (SILENT.has(type)) return null;
  const format = lookUp(FORMATS, type);
  if (!format || !Object.hasOwn(ACTIONS, action)) throw new UnsupportedEvent(`${type} ${action}`);
  return format(read);
};
