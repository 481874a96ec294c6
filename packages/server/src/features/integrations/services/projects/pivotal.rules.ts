// Pivotal Tracker: https://www.pivotaltracker.com/help/api/rest/v5#Activity_Resource, and the XML of its version 3. Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, bullets, inline, link, paragraphs, quote, sentence, topicOf } from '../../markdown.rules.ts';
import { maybe, text } from '../code-hosts/git-host.rules.ts';
import { changed, said } from './tracker.rules.ts';

const SITE = 'https://www.pivotaltracker.com/s/projects';
const projectUrl = (id: string | number): string => `${SITE}/${String(id).replace(/\D/g, '')}`;

const Values = z.looseObject({ current_state: maybe, estimate: z.number().nullish(), story_type: maybe });
const Activity = z.looseObject({
  kind: text,
  project: z.looseObject({ id: z.number(), name: text }),
  performed_by: z.looseObject({ name: text }),
  primary_resources: z.array(z.looseObject({ id: z.number(), name: text, url: maybe, story_type: maybe })).min(1),
  changes: z.array(
    z.looseObject({
      kind: maybe,
      original_values: Values.nullish(),
      new_values: Values.extend({ text: maybe, description: maybe, name: maybe }).nullish(),
    }),
  ),
});
type Activity = z.output<typeof Activity>;

const pointsOf = (estimate: number | null | undefined): string | null =>
  typeof estimate === 'number' ? `${estimate} ${estimate === 1 ? 'point' : 'points'}` : null;

const valuesOf = (kind: string, { changes }: Activity) => changes.find((change) => change.kind === kind);

/** The story within its project. */
function subjectOf({ project, primary_resources: [story] }: Activity): string {
  return `${link(project.name, projectUrl(project.id))}: ${link(story!.name || `#${story!.id}`, story!.url)}`;
}

function updated(activity: Activity): string {
  const { original_values: before, new_values: after } = valuesOf('story', activity) ?? {};
  const rows: string[] = [];
  if (after?.current_state) rows.push(changed('state', before?.current_state, after.current_state));
  if (after && Object.hasOwn(after, 'estimate'))
    rows.push(changed('estimate', pointsOf(before?.estimate), pointsOf(after.estimate)));
  if (after?.story_type) rows.push(changed('type', before?.story_type, after.story_type));
  if (after?.description) rows.push(changed('description', null, null));
  const summary = `${inline(activity.performed_by.name)} updated ${subjectOf(activity)}`;
  return rows.length === 0 ? `${summary}.` : `${summary}:\n\n${bullets(rows, rows.length)}`;
}

function created(activity: Activity): string {
  const { new_values: story } = valuesOf('story', activity) ?? {};
  const type = inline(story?.story_type || activity.primary_resources[0]!.story_type || 'story');
  const state = story?.current_state ? ` (${inline(story.current_state)})` : '';
  return said(
    `${inline(activity.performed_by.name)} created the ${type} ${subjectOf(activity)}${state}`,
    story?.description,
  );
}

function moved(activity: Activity): string {
  const { original_values: before, new_values: after } = valuesOf('story', activity) ?? {};
  const [from, to] = [before?.current_state, after?.current_state].map((state) => bold(state ?? ''));
  const way = from && to && from !== to ? ` from ${from} to ${to}` : '';
  return `${inline(activity.performed_by.name)} moved ${subjectOf(activity)}${way}.`;
}

function commented(activity: Activity): string {
  const comment = valuesOf('comment', activity)?.new_values?.text;
  return said(`${inline(activity.performed_by.name)} added a comment to ${subjectOf(activity)}`, comment);
}

const FORMATS: Readonly<Record<string, (activity: Activity) => string>> = {
  comment_create_activity: commented,
  story_create_activity: created,
  story_move_activity: moved,
  story_update_activity: updated,
};
/** Steps within a story, and what is done to several. */
const KNOWN =
  /^(?:blocker|comment|epic|follower|iteration|label|project|project_membership|pull_request|review|story|task)_\w+_activity$/;

function notice(payload: unknown): Notice | null {
  const { kind } = z.looseObject({ kind: text }).parse(payload);
  if (!Object.hasOwn(FORMATS, kind)) {
    if (KNOWN.test(kind)) return null;
    throw new UnsupportedEvent(kind);
  }
  const activity = Activity.parse(payload);
  const { id, name } = activity.primary_resources[0]!;
  return { topic: topicOf(`#${id}: ${name}`), content: FORMATS[kind]!(activity), event: kind };
}

const OldStory = z.looseObject({
  id: text,
  name: maybe,
  description: maybe,
  story_type: maybe,
  current_state: maybe,
});
const OldActivity = z.looseObject({
  activity: z.looseObject({
    event_type: text,
    project_id: text,
    description: text,
    /** Several if they were changed at once. */
    stories: z.looseObject({ story: z.union([OldStory, z.array(OldStory).min(1)]) }),
  }),
});
/** The events of version 3 by those of version 5 that mean the same. */
const OLD_EVENTS: Readonly<Record<string, string>> = {
  note_create: 'comment_create_activity',
  story_create: 'story_create_activity',
  story_update: 'story_update_activity',
};
const OLD_KNOWN: ReadonlySet<string> = new Set(['move_into_project', 'move_from_project', 'story_delete']);

/** The sentence is composed by the service: `Leo accepted "Pump"`. */
function oldNotice(payload: unknown): Notice | null {
  const { event_type, project_id, description, stories } = OldActivity.parse(payload).activity;
  if (!Object.hasOwn(OLD_EVENTS, event_type)) {
    if (OLD_KNOWN.has(event_type)) return null;
    throw new UnsupportedEvent(event_type);
  }
  const story = Array.isArray(stories.story) ? stories.story[0]! : stories.story;
  const is_new = event_type === 'story_create';
  const otherwise = event_type === 'note_create' ? 'Comment added' : 'Story changed';
  const name = story.name || (event_type === 'note_create' ? '' : /"([^"]+)"/.exec(description)?.[1]);
  const kind = [story.current_state, story.story_type].filter((part) => part).map((part) => inline(part!));
  const more = is_new && kind.length > 0 ? ` (${kind.join(' ')})` : '';
  const view = link('View story', `${projectUrl(project_id)}/stories/${story.id.replace(/\D/g, '')}`);
  const [words, told] = [is_new ? quote(story.description) : '', `${sentence(description)}${more}`];
  return {
    topic: topicOf(name || otherwise),
    content: words === '' ? `${told}: ${view}.` : paragraphs(`${told}:`, words, `${view}.`),
    event: OLD_EVENTS[event_type]!,
  };
}

const isOld = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'activity');

function format({ payload }: Delivery): Notice | null {
  return isOld(payload) ? oldNotice(payload) : notice(payload);
}

export const pivotal: PayloadFormat = format;
