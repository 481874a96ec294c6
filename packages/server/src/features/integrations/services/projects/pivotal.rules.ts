// Pivotal Tracker: https://www.pivotaltracker.com/help/api/rest/v5#Activity_Resource, and the XML of its version 3. Pure.
import { z } from 'zod';
import { plural } from '../../../../kit/text/plural.ts';
import { type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, bullets, inline, link, paragraphs, quote, sentence, topicOf, withQuote } from '../../markdown.rules.ts';
import { count, hasFields, items, lookUp, maybe, part, required, text } from '../../payload.rules.ts';

import { changed } from './tracker.rules.ts';

const SITE = 'https://www.pivotaltracker.com/s/projects';
const projectUrl = (id: string): string => `${SITE}/${id.replace(/\D/g, '')}`;

const Values = part(
  z.looseObject({
    current_state: maybe,
    estimate: count,
    story_type: maybe,
    text: maybe,
    description: maybe,
  }),
);
const Payload = z.looseObject({
  project: part(z.looseObject({ id: maybe, name: maybe })),
  performed_by: part(z.looseObject({ name: maybe })),
  primary_resources: items(z.looseObject({ id: text, name: maybe, url: maybe, story_type: maybe })),
  changes: items(z.looseObject({ kind: maybe, original_values: Values, new_values: Values })),
});
interface Activity extends z.output<typeof Payload> {
  readonly story: z.output<typeof Payload>['primary_resources'][number];
  /** Who did it, as Markdown. */
  readonly who: string;
}

const pointsOf = (estimate: number | null | undefined): string | null =>
  estimate == null ? null : plural(estimate, 'point');

const valuesOf = (kind: string, { changes }: Activity) => changes.find((change) => change.kind === kind);

/** The story within its project. */
function subjectOf({ project, story }: Activity): string {
  const linked = link(story.name || `#${story.id}`, story.url);
  return project?.name ? `${link(project.name, projectUrl(project.id ?? ''))}: ${linked}` : linked;
}

function updated(activity: Activity): string {
  const { original_values: before, new_values: after } = valuesOf('story', activity) ?? {};
  const rows: string[] = [];
  if (after?.current_state) rows.push(changed('state', before?.current_state, after.current_state));
  if (after && Object.hasOwn(after, 'estimate'))
    rows.push(changed('estimate', pointsOf(before?.estimate), pointsOf(after.estimate)));
  if (after?.story_type) rows.push(changed('type', before?.story_type, after.story_type));
  if (after?.description) rows.push(changed('description', null, null));
  const summary = `${activity.who} updated ${subjectOf(activity)}`;
  return rows.length === 0 ? `${summary}.` : `${summary}:\n\n${bullets(rows, rows.length)}`;
}

function created(activity: Activity): string {
  const { new_values: story } = valuesOf('story', activity) ?? {};
  const type = inline(story?.story_type || activity.story.story_type || 'story');
  const state = story?.current_state ? ` (${inline(story.current_state)})` : '';
  return withQuote(`${activity.who} created the ${type} ${subjectOf(activity)}${state}`, story?.description);
}

function moved(activity: Activity): string {
  const { original_values: before, new_values: after } = valuesOf('story', activity) ?? {};
  const [from, to] = [before?.current_state, after?.current_state].map((state) => bold(state ?? ''));
  const way = from && to && from !== to ? ` from ${from} to ${to}` : '';
  return `${activity.who} moved ${subjectOf(activity)}${way}.`;
}

function commented(activity: Activity): string {
  const comment = valuesOf('comment', activity)?.new_values?.text;
  return withQuote(`${activity.who} added a comment to ${subjectOf(activity)}`, comment);
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
  const format = lookUp(FORMATS, kind);
  if (!format) {
    if (KNOWN.test(kind)) return null;
    throw new UnsupportedEvent(kind);
  }
  const read = Payload.parse(payload);
  const story = required(read.primary_resources[0]);
  const content = format({ ...read, story, who: inline(read.performed_by?.name || 'Somebody') });
  return { topic: topicOf(story.name ? `#${story.id}: ${story.name}` : `#${story.id}`), content, event: kind };
}

const OldStory = z.looseObject({
  id: maybe,
  name: maybe,
  description: maybe,
  story_type: maybe,
  current_state: maybe,
});
const OldActivity = z.looseObject({
  activity: z.looseObject({
    event_type: text,
    project_id: maybe,
    description: text,
    /** Several if they were changed at once. */
    stories: part(z.looseObject({ story: z.union([OldStory, z.array(OldStory)]) })),
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
  const event = lookUp(OLD_EVENTS, event_type);
  if (!event) {
    if (OLD_KNOWN.has(event_type)) return null;
    throw new UnsupportedEvent(event_type);
  }
  const story = [stories?.story ?? []].flat()[0] ?? {};
  const is_new = event_type === 'story_create';
  const is_comment = event_type === 'note_create';
  const name = story.name || (is_comment ? '' : /"([^"]+)"/.exec(description)?.[1]);
  const kind = [story.current_state, story.story_type].filter((part) => part).join(' ');
  const summary = `${sentence(description)}${is_new && kind !== '' ? ` (${inline(kind)})` : ''}`;
  const words = is_new ? quote(story.description) : '';
  const project = projectUrl(project_id ?? '');
  const view = story.id ? link('View story', `${project}/stories/${story.id.replace(/\D/g, '')}`) : '';
  const content =
    words === '' && view !== ''
      ? `${summary}: ${view}.`
      : paragraphs(withQuote(summary, is_new ? story.description : null), view && `${view}.`);
  return { topic: topicOf(name || (is_comment ? 'Comment added' : 'Story changed')), content, event };
}

export const pivotal: PayloadFormat = ({ payload }) =>
  hasFields(payload, 'activity') ? oldNotice(payload) : notice(payload);
