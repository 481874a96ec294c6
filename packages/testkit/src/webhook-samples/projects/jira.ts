// Payloads of Jira, written from its public documentation, with the fields that the formats read.

const mira = { displayName: 'Mira M', name: 'mira', accountId: '5c76' };
const bo = { displayName: 'Bo B', name: 'bo', accountId: '5d12' };
const issue = {
  key: 'ENG-7',
  self: 'https://jira.example/work/rest/api/2/issue/10007',
  fields: { summary: 'Pump overheats', priority: { name: 'High' }, assignee: bo },
};
const nobodys = { ...issue, fields: { summary: 'Pump overheats' } };
const created = { webhookEvent: 'jira:issue_created', issue_event_type_name: 'issue_created', user: mira, issue };
const updated = { ...created, webhookEvent: 'jira:issue_updated', issue_event_type_name: 'issue_generic' };
const comment = { body: 'Looks fine', author: mira, updateAuthor: mira };
const commented = { webhookEvent: 'comment_created', comment, issue };

const changed = (...items: readonly object[]) => ({ ...updated, changelog: { items } });
const item = (field: string, fromString: string | null, to: string | null) => ({ field, fromString, toString: to });

const MARKUP = [
  'h2. *Steps* of _some_ -use- and {{pump -v}}, [~accountid:5d12] and [~accountid:99]\\!',
  '* one',
  '** half',
  '# first',
  '',
  '{code:title=pump.py|python}',
  'print("*hot*")',
  '{code}',
  '{quote}',
  'It is [hot|https://pump.example/1] at [https://pump.example/2] {color:red}now{color}, see https://pump.example/-a-/',
  '{quote}',
  '{noformat}',
  '[raw|https://pump.example/3]',
  '{noformat}',
  'bq. The end',
].join('\r\n');

export const JIRA: Readonly<Record<string, unknown>> = {
  comment_created: commented,
  'comment_created with markup': { ...commented, comment: { ...comment, body: MARKUP } },
  'comment_created without the issue': { ...commented, issue: undefined },
  comment_deleted: { ...commented, webhookEvent: 'comment_deleted' },
  comment_updated: { ...commented, webhookEvent: 'comment_updated' },
  'comment_updated by another': {
    ...commented,
    webhookEvent: 'comment_updated',
    comment: { ...comment, updateAuthor: bo },
  },
  issue_created: created,
  'issue_created for nobody': { ...created, issue: nobodys },
  issue_deleted: { ...created, webhookEvent: 'jira:issue_deleted' },
  issue_updated: changed(
    item('status', 'To Do', 'In Progress'),
    item('assignee', null, 'Bo B'),
    item('priority', 'Low', null),
    item('description', 'Old', 'New'),
    item('Attachment', null, 'pump.png'),
    item('Fix Version', '1.0', null),
  ),
  'issue_updated rank': changed(item('Rank', '', 'Ranked higher')),
  'issue_updated commented': { ...updated, issue_event_type_name: 'issue_commented', comment },
  'issue_updated commented by an author only': {
    ...updated,
    issue_event_type_name: 'issue_commented',
    user: null,
    comment,
  },
  'issue_updated comment edited': { ...updated, issue_event_type_name: 'issue_comment_edited', comment },
  'issue_updated comment deleted': { ...updated, issue_event_type_name: 'issue_comment_deleted', issue: nobodys },
  'issue_updated commented, of old servers': { ...updated, issue_event_type_name: undefined, comment },
  'issue_updated resolved with a comment': {
    ...changed(item('resolution', null, 'Done')),
    issue_event_type_name: 'issue_resolved',
    comment,
  },
  'issue_updated without changes': { ...updated, issue_event_type_name: 'issue_worklog_updated' },
  transition: {
    transition: { transitionName: 'Reopen', from_status: 'Done', to_status: 'To Do' },
    comment: '',
    user: mira,
    issue,
  },
  'issue_created with little else': { webhookEvent: 'jira:issue_created', issue: { key: 'ENG-8', fields: null } },
  'comment_created as rich text': { ...commented, comment: { author: mira, body: { type: 'doc', content: [] } } },
  sprint_started: { webhookEvent: 'sprint_started', sprint: { name: 'Sprint 1' } },
};
