// Shortcut, formerly Clubhouse: https://developer.shortcut.com/api/webhook/v1. Pure.
import { z } from 'zod';
import { plural } from '../../../../kit/text/plural.ts';
import { type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, code, inline, link, quote, topicOf } from '../../markdown.rules.ts';
import { count, flag, items, lookUp, maybe, part, required, text } from '../../payload.rules.ts';
import { enumerated, prominent } from '../../phrases.rules.ts';

const Text = part(z.looseObject({ old: maybe, new: maybe }));
const Flag = part(z.looseObject({ old: flag, new: flag }));
const Ids = part(z.looseObject({ adds: items(text) }));
const Changes = part(
  z.looseObject({
    archived: Flag,
    complete: Flag,
    description: Text,
    epic_id: Text,
    epic_state_id: Text,
    estimate: part(z.looseObject({ new: count })),
    file_ids: Ids,
    label_ids: Ids,
    name: Text,
    owner_ids: Ids,
    project_id: Text,
    state: Text,
    story_type: Text,
    workflow_state_id: Text,
  }),
);
const Entity = z.looseObject({ id: text, entity_type: text, name: maybe, app_url: maybe });
const Action = Entity.extend({
  action: text,
  changes: Changes,
  description: maybe,
  epic_id: maybe,
  number: maybe,
  state: maybe,
  story_type: maybe,
  text: maybe,
  url: maybe,
});
const Payload = z.looseObject({ primary_id: maybe, actions: items(Action), references: items(Entity) });
type Changes = NonNullable<z.output<typeof Changes>>;
type Entity = z.output<typeof Entity>;
type Action = z.output<typeof Action>;

const LABELS_SHOWN = 20;
const STORIES_SHOWN = 20;

interface ActionContext {
  readonly action: Action;
  readonly changes: Changes;
  /** The story or epic: its kind, and its kind with its name as a link. */
  readonly kind: string;
  readonly named: string;
  nameOf(entity_type: string, id: string): string;
}
type Format = (context: ActionContext) => string | null;

const titleOf = (title: string | null | undefined): string => bold(title?.trim() || 'Untitled');

interface Step {
  readonly from: string;
  readonly to: string;
}

/** The names of the former and the new value of a field with ids; either may be empty. */
function step({ nameOf }: ActionContext, entity_type: string, change: z.output<typeof Text>): Step {
  const name = (id: string | null | undefined) => (id == null ? '' : bold(nameOf(entity_type, id)));
  return { from: name(change?.old), to: name(change?.new) };
}

function stateStep(context: ActionContext): Step {
  const { state, epic_state_id, workflow_state_id } = context.changes;
  if (state) return { from: bold(state.old ?? ''), to: bold(state.new ?? '') };
  return workflow_state_id
    ? step(context, 'workflow-state', workflow_state_id)
    : step(context, 'epic-state', epic_state_id);
}

/** ` (Unscheduled -> In Development)`, or nothing. */
function arrow(context: ActionContext): string {
  const { from, to } = stateStep(context);
  return from && to ? ` (${from} -> ${to})`.replaceAll('*', '') : '';
}

const rewritten = (subject: string, from: string, to: string): string =>
  `${subject} was changed from:\n${from}\nto\n${to}`;

const described: Format = ({ kind, named, changes }) => {
  const from = quote(changes.description?.old);
  const to = quote(changes.description?.new);
  if (to === '') return `Description for the ${kind} ${named} was removed.`;
  return from === ''
    ? `New description was added to the ${kind} ${named}:\n${to}`
    : rewritten(`Description for the ${kind} ${named}`, from, to);
};

const renamed: Format = ({ kind, named, changes }) => {
  const from = quote(changes.name?.old);
  const to = quote(changes.name?.new);
  return from && to ? rewritten(`The name of the ${kind} ${named}`, from, to) : null;
};

const progressed: Format = (context) => {
  const { from, to } = stateStep(context);
  return from && to ? `State of the ${context.kind} ${context.named} was changed from ${from} to ${to}.` : null;
};

const archived: Format = ({ kind, named, changes }) =>
  `The ${kind} ${named} was ${changes.archived?.new ? 'archived' : 'unarchived'}.`;

const completed: Format = ({ action, named, changes }) =>
  changes.complete?.new ? `Task ${titleOf(action.description)} in the story ${named} was completed. :tada:` : null;

/** Moves of a story between epics or projects, which `place` words. */
const moved =
  (entity_type: string, field: 'epic_id' | 'project_id', place: (name: string) => string): Format =>
  (context) => {
    const { from, to } = step(context, entity_type, context.changes[field]);
    const subject = `The story ${context.named} was`;
    if (from && to) return `${subject} moved from the ${place(from)} to ${to}.`;
    if (to) return `${subject} added to the ${place(to)}.`;
    return from ? `${subject} removed from the ${place(from)}.` : null;
  };

const estimated: Format = ({ named, changes }) => {
  const to = changes.estimate?.new;
  const points = to == null ? '*Unestimated*' : plural(to, 'point');
  return `The estimate for the story ${named} was set to ${points}.`;
};

const labelsOf = ({ nameOf, changes }: ActionContext): readonly string[] =>
  (changes.label_ids?.adds ?? []).slice(0, LABELS_SHOWN).map((id) => bold(nameOf('label', id)));

const labelled: Format = (context) => {
  const labels = labelsOf(context);
  if (labels.length === 0) return null;
  const subject = labels.length === 1 ? `The label ${labels[0]} was` : `The labels ${enumerated(labels)} were`;
  return `${subject} added to the story ${context.named}.`;
};

const attached: Format = ({ named, nameOf, changes }) => {
  const [file] = changes.file_ids?.adds ?? [];
  return file === undefined ? null : `New attachment ${code(nameOf('file', file))} was added to the story ${named}.`;
};

/** `type **feature** to **bug**`. */
const typeStep = ({ story_type }: Changes): string =>
  `${bold(story_type?.old || 'none')} to ${bold(story_type?.new || 'none')}`;

const typed: Format = ({ named, changes }) => `The type of the story ${named} was changed from ${typeStep(changes)}.`;

const owned: Format = ({ named, changes }) =>
  changes.owner_ids?.adds?.length ? `New owner added to the story ${named}.` : null;

interface Update {
  /** As in the event kind, and the types of entities that have it. */
  readonly suffix: string;
  readonly of: readonly string[];
  readonly fields: readonly (keyof Changes)[];
  readonly format: Format;
}

const BOTH = ['story', 'epic'];
const STORY = ['story'];
const inEpic = moved('epic', 'epic_id', (name) => `epic ${name}`);
const inProject = moved('project', 'project_id', (name) => `${name} project`);
/** The most important first: it names the event kind of an update with several changes. */
const UPDATES: readonly Update[] = [
  { suffix: 'description', of: BOTH, fields: ['description'], format: described },
  { suffix: 'state', of: BOTH, fields: ['state', 'workflow_state_id', 'epic_state_id'], format: progressed },
  { suffix: 'name', of: BOTH, fields: ['name'], format: renamed },
  { suffix: 'archived', of: BOTH, fields: ['archived'], format: archived },
  { suffix: 'complete', of: ['story-task'], fields: ['complete'], format: completed },
  { suffix: 'epic', of: STORY, fields: ['epic_id'], format: inEpic },
  { suffix: 'estimate', of: STORY, fields: ['estimate'], format: estimated },
  { suffix: 'attachment', of: STORY, fields: ['file_ids'], format: attached },
  { suffix: 'label', of: STORY, fields: ['label_ids'], format: labelled },
  { suffix: 'project', of: STORY, fields: ['project_id'], format: inProject },
  { suffix: 'type', of: STORY, fields: ['story_type'], format: typed },
  { suffix: 'owner', of: STORY, fields: ['owner_ids'], format: owned },
];

const createdStory: Format = ({ action: { epic_id, story_type }, named, nameOf }) =>
  epic_id == null
    ? `New story ${named} of type ${bold(story_type || 'feature')} was created.`
    : `New story ${named} was created and added to the epic ${bold(nameOf('epic', epic_id))}.`;

const createdEpic: Format = ({ action: { state }, named }) =>
  `New epic ${named}${state ? ` (${inline(state)})` : ''} was created.`;

const deleted: Format = ({ kind, named }) => `The ${kind} ${named} was deleted.`;

const commented: Format = ({ action, kind, named }) => {
  const words = quote(action.text);
  return words === '' ? null : `New comment added to the ${kind} ${named}:\n${words}`;
};

const task =
  (did: string): Format =>
  ({ action, named }) =>
    `Task ${titleOf(action.description)} was ${did} the story ${named}.`;

/** What links a story to code: `New GitHub branch`, `Existing GitHub PR`. */
const tied =
  (what: string, did: string, nameOf: (action: Action) => string): Format =>
  (context) =>
    `${what} ${link(nameOf(context.action), context.action.url)} ${did} story ${context.named}${arrow(context)}.`;

const numberOf = ({ number }: Action): string => `#${number ?? ''}`;
const EVENTS: Readonly<Record<string, Format>> = {
  branch_create: tied('New GitHub branch', 'associated with', ({ name }) => name || 'Untitled'),
  epic_create: createdEpic,
  epic_delete: deleted,
  'epic-comment_create': commented,
  'pull-request_comment': tied('Existing GitHub PR', 'associated with', numberOf),
  'pull-request_create': tied('New GitHub PR', 'opened for', numberOf),
  story_create: createdStory,
  story_delete: deleted,
  'story-comment_create': commented,
  'story-task_create': task('added to'),
  'story-task_delete': task('removed from'),
};
/** Known kinds that are not worth a message. */
const SILENT = new Set(['epic-comment_update', 'story-comment_update', 'story-comment_delete', 'epic-comment_delete']);

/** Changes of many stories at once: a sentence for each story. */
const changedWithOthers: Format = (context) => {
  const places = [
    ['Epic', step(context, 'epic', context.changes.epic_id)],
    ['Project', step(context, 'project', context.changes.project_id)],
  ] as const;
  const moves = places.flatMap(([what, { from, to }]) => (from && to ? [`${what} ${from} to ${to}`] : []));
  const labels = labelsOf(context);
  const parts = [
    moves.length > 0 ? `moved from ${moves.join(', ')}` : '',
    ...places.map(([what, { from, to }]) => (from || !to ? '' : `added to ${what} ${to}`)),
    ...places.map(([what, { from, to }]) => (to || !from ? '' : `removed from ${what} ${from}`)),
    context.changes.story_type ? `changed from type ${typeStep(context.changes)}` : '',
    labels.length > 0 ? `given the new ${labels.length === 1 ? 'label' : 'labels'} ${enumerated(labels)}` : '',
    context.changes.archived ? (context.changes.archived.new ? 'archived' : 'unarchived') : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) return progressed(context);
  const last = parts.at(-1);
  const changes = parts.length > 1 ? `${parts.slice(0, -1).join(', ')}, and ${last}` : last;
  return `The story ${context.named} was ${changes}${arrow(context)}.`;
};

/** The updates that an action consists of: the event kind of the first, and all sentences. */
function updated(entity_type: string, changes: Changes): { readonly event: string; readonly format: Format } | null {
  const updates = UPDATES.filter(
    ({ of, fields }) => of.includes(entity_type) && fields.some((field) => changes[field]),
  );
  if (updates.length === 0) return null;
  return {
    event: `${entity_type}_update_${updates[0]!.suffix}`,
    format: (context) => updates.flatMap(({ format }) => format(context) ?? []).join('\n'),
  };
}

function eventOf({ entity_type, action, changes }: Action): { readonly event: string; readonly format: Format } | null {
  const event = `${entity_type}_${action}`;
  const format = lookUp(EVENTS, event);
  if (format) return { event, format };
  if (SILENT.has(event)) return null;
  if (action === 'update' && UPDATES.some(({ of }) => of.includes(entity_type)))
    return updated(entity_type, changes ?? {});
  throw new UnsupportedEvent(event);
}

/** The stories or the epic that an action is about. */
function subjectsOf(action: Action, { actions, references }: z.output<typeof Payload>): readonly (Action | Entity)[] {
  if (action.entity_type === 'story' || action.entity_type === 'epic') return [action];
  const kind = action.entity_type === 'epic-comment' ? 'epic' : 'story';
  const entities = [...actions, ...references].filter(({ entity_type }) => entity_type === kind);
  const several = action.entity_type === 'branch' || action.entity_type === 'pull-request';
  return several ? entities.slice(0, STORIES_SHOWN) : entities.slice(0, 1);
}

export const clubhouse: PayloadFormat = ({ payload }) => {
  const read = Payload.parse(payload);
  const { primary_id, actions, references } = read;
  const names = new Map(
    [...actions, ...references].map(({ entity_type, id, name }) => [`${entity_type} ${id}`, name] as const),
  );
  const notice = (event: string, format: Format, action: Action, subject: Action | Entity): Notice[] => {
    const kind = subject.entity_type;
    const content = format({
      action,
      changes: action.changes ?? (subject as Action).changes ?? {},
      kind,
      named: prominent(subject.name?.trim() || 'Untitled', subject.app_url),
      nameOf: (entity_type, id) => names.get(`${entity_type} ${id}`)?.trim() || `${entity_type} ${id}`,
    });
    return content ? [{ topic: topicOf(subject.name || kind), content, event }] : [];
  };
  const stories = actions.filter(({ entity_type, action }) => entity_type === 'story' && action === 'update');
  if (primary_id == null && stories.length > 0)
    return stories
      .slice(0, STORIES_SHOWN)
      .flatMap((story) => notice('story_update_batch', changedWithOthers, story, story));
  const primary = required(actions.find(({ id }) => id === primary_id) ?? actions[0]);
  const kind = eventOf(primary);
  if (kind === null) return null;
  return subjectsOf(primary, read).flatMap((subject) => notice(kind.event, kind.format, primary, subject));
};
