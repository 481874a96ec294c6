// Payloads of Pivotal Tracker, written from its public documentation, with the fields that the formats read.

const story = {
  kind: 'story',
  id: 63,
  name: 'Cool the pump',
  url: 'https://tracker.example/story/show/63',
  story_type: 'bug',
};
const activity = (kind: string, ...changes: readonly object[]) => ({
  kind,
  project: { kind: 'project', id: 80, name: 'Engine' },
  performed_by: { kind: 'person', name: 'Mira M' },
  primary_resources: [story],
  changes,
});
const storyChange = (original_values: object, new_values: object) => ({ kind: 'story', original_values, new_values });
const updated = (before: object, after: object) => activity('story_update_activity', storyChange(before, after));

/** The XML of version 3, as the server reads it. */
const old = (event_type: string, description: string, told: object) => ({
  activity: { event_type, project_id: '80', description, stories: { story: { id: '63', ...told } } },
});

export const PIVOTAL: Readonly<Record<string, unknown>> = {
  comment_create_activity: activity(
    'comment_create_activity',
    { kind: 'comment', new_values: { text: 'Looks fine' } },
    storyChange({}, {}),
  ),
  epic_update_activity: activity('epic_update_activity'),
  story_create_activity: activity(
    'story_create_activity',
    storyChange({}, { current_state: 'unscheduled', story_type: 'bug', description: 'It is hot.' }),
  ),
  story_move_activity: activity(
    'story_move_activity',
    storyChange({ current_state: 'unstarted' }, { current_state: 'unscheduled' }),
  ),
  'story_move_activity within a list': activity('story_move_activity', storyChange({ after_id: 1 }, { after_id: 2 })),
  story_update_activity: updated({ current_state: 'started' }, { current_state: 'accepted' }),
  'story_update_activity of estimates': updated({ estimate: null }, { estimate: 1 }),
  'story_update_activity of the rest': updated(
    { story_type: 'bug', description: '', estimate: 3 },
    { story_type: 'feature', description: 'It is hot.', estimate: null },
  ),
  'story_update_activity of nothing told': updated({ label_ids: [] }, { label_ids: [1] }),
  'story_create_activity with little else': {
    kind: 'story_create_activity',
    project: null,
    primary_resources: [{ kind: 'story', id: '9' }],
  },
  'XML with little else': { activity: { event_type: 'story_update', description: 'Mira M edited "Cool the pump"' } },
  'XML of a comment': old('note_create', 'Mira M added comment: "Looks fine"', {}),
  'XML of a new story': old('story_create', 'Mira M added "Cool the pump"', {
    name: 'Cool the pump',
    description: 'It is hot.',
    current_state: 'unscheduled',
    story_type: 'bug',
  }),
  'XML of an update': old('story_update', 'Mira M accepted "Cool the pump"', { current_state: 'accepted' }),
  'XML of a deletion': old('story_delete', 'Mira M deleted "Cool the pump"', {}),
};
