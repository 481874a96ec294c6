// Payloads of Shortcut, formerly Clubhouse, with the fields that the format reads.

const STORY = {
  id: 11,
  entity_type: 'story',
  action: 'update',
  name: 'Cool the pump',
  story_type: 'feature',
  app_url: 'https://app.shortcut.com/acme/story/11',
};
const OTHER_STORY = { ...STORY, id: 12, name: 'Heat the pump', app_url: 'https://app.shortcut.com/acme/story/12' };
const EPIC = { id: 7, entity_type: 'epic', action: 'update', name: 'Engine runs' };
const COMMENT = { id: 21, action: 'create', text: 'Looks fine' };
const TASK = { id: 15, entity_type: 'story-task', action: 'create', description: 'Order a fan', story_id: 11 };
const REQUEST = {
  id: 32,
  entity_type: 'pull-request',
  action: 'create',
  number: 2,
  url: 'https://github.com/acme/engine/pull/2',
};
const REFERENCES = [
  { id: 5, entity_type: 'workflow-state', name: 'In Development' },
  { id: 6, entity_type: 'workflow-state', name: 'Ready for Review' },
  { id: 7, entity_type: 'epic', name: 'Engine runs' },
  { id: 8, entity_type: 'epic', name: 'Engine stops' },
  { id: 3, entity_type: 'project', name: 'Engine' },
  { id: 4, entity_type: 'project', name: 'Pump' },
  { id: 18, entity_type: 'label', name: 'hot' },
  { id: 19, entity_type: 'label', name: 'urgent' },
  { id: 13, entity_type: 'file', name: 'fan.png' },
];
const reviewed = { workflow_state_id: { old: 5, new: 6 } };

const payload = (...actions: readonly { readonly id: number; readonly [field: string]: unknown }[]) => ({
  primary_id: actions[0]!.id,
  actions,
  references: REFERENCES,
});
const story = (changes: object) => payload({ ...STORY, changes });
const epic = (changes: object) => payload({ ...EPIC, changes });
const batch = (...actions: readonly object[]) => ({ actions, references: REFERENCES });

export const CLUBHOUSE = {
  branch_create: payload(
    {
      id: 29,
      entity_type: 'branch',
      action: 'create',
      name: 'mira/ch11/fan',
      url: 'https://github.com/acme/engine/tree/fan',
    },
    { ...STORY, changes: reviewed },
  ),
  'epic-comment_create': payload({ ...COMMENT, entity_type: 'epic-comment' }, EPIC),
  epic_create: payload({ ...EPIC, action: 'create', state: 'to do' }),
  epic_delete: payload({ ...EPIC, action: 'delete' }),
  epic_update_archived: epic({ archived: { old: false, new: true } }),
  epic_update_description: epic({ description: { old: '', new: 'At last.' } }),
  epic_update_name: epic({ name: { old: 'Engine walks', new: 'Engine runs' } }),
  epic_update_state: epic({ state: { old: 'to do', new: 'in progress' } }),
  'epic without a message': epic({ story_ids: { adds: [11] } }),
  'pull-request_comment': payload({ ...REQUEST, action: 'comment' }, STORY),
  'pull-request_create': payload(REQUEST, { ...STORY, changes: reviewed }, { ...OTHER_STORY, changes: reviewed }),
  'story-comment_create': payload({ ...COMMENT, entity_type: 'story-comment' }, STORY),
  'story-comment_update': payload({ ...COMMENT, entity_type: 'story-comment', action: 'update' }, STORY),
  'story-task_create': payload(TASK, STORY),
  'story-task_delete': payload({ ...TASK, action: 'delete' }, STORY),
  'story-task_update_complete': payload(
    { ...TASK, action: 'update', changes: { complete: { old: false, new: true } } },
    STORY,
  ),
  'story-task not complete': payload(
    { ...TASK, action: 'update', changes: { complete: { old: true, new: false } } },
    STORY,
  ),
  story_create: payload({ ...STORY, action: 'create' }),
  'story_create in epic': payload({ ...STORY, action: 'create', epic_id: 7 }),
  story_delete: payload({ id: 11, entity_type: 'story', action: 'delete', name: 'Cool the pump' }),
  story_update_archived: story({ archived: { old: true, new: false } }),
  story_update_attachment: story({ file_ids: { adds: [13] } }),
  story_update_batch: batch(
    {
      ...STORY,
      changes: {
        ...reviewed,
        epic_id: { old: 7, new: 8 },
        project_id: { old: 3, new: 4 },
        story_type: { old: 'feature', new: 'bug' },
        label_ids: { adds: [18, 19] },
      },
    },
    { ...OTHER_STORY, changes: reviewed },
    { ...OTHER_STORY, changes: { epic_id: { new: 8 }, archived: { old: false, new: true } } },
    { ...OTHER_STORY, changes: { project_id: { old: 3 } } },
    { ...OTHER_STORY, changes: { position: { old: 1, new: 2 } } },
  ),
  story_update_description: story({ description: { old: 'It is hot.', new: 'It is very hot.' } }),
  'story_update_description removed': story({ description: { old: 'It is hot.', new: '' } }),
  story_update_epic: story({ epic_id: { old: 7, new: 8 } }),
  'story_update_epic added': story({ epic_id: { new: 7 } }),
  'story_update_epic removed': story({ epic_id: { old: 7 } }),
  story_update_estimate: story({ estimate: { old: 4, new: 1 } }),
  'story_update_estimate removed': story({ estimate: { old: 4 } }),
  story_update_label: story({ label_ids: { adds: [18] } }),
  'story_update_label several': story({ label_ids: { adds: [18, 19] } }),
  'story_update_label removed': story({ label_ids: { removes: [18] } }),
  story_update_name: story({ name: { old: 'Cool it', new: 'Cool the pump' } }),
  story_update_owner: story({ owner_ids: { adds: ['5b1fda16'] } }),
  story_update_project: story({ project_id: { old: 3, new: 4 } }),
  story_update_state: story({ ...reviewed, started: { old: false, new: true } }),
  story_update_type: story({ story_type: { old: 'feature', new: 'bug' } }),
  'story update of several fields': story({ story_type: { old: 'feature', new: 'bug' }, estimate: { new: 2 } }),
};
