// Payloads of Taiga, with the fields that the format reads.

const by = { full_name: 'Mira M', username: 'mira', permalink: 'https://taiga.example/profile/mira' };
const story = {
  ref: 5,
  subject: 'Cool the pump',
  milestone: null,
  permalink: 'https://taiga.example/project/engine/us/5',
};
const epic = { ref: 2, subject: 'Engine runs' };
const sprint = { name: 'May', estimated_start: '2026-05-04', estimated_finish: '2026-05-15' };
const created = (type: string, data: object) => ({ action: 'create', type, by, data });
const changed = (type: string, data: object, diff: object, comment: object = { comment: '' }) => ({
  action: 'change',
  type,
  by,
  data,
  change: { ...comment, diff },
});
const comment = { comment: 'Looks fine\n', edit_comment_date: null, delete_comment_date: null };

export const TAIGA = {
  test: { action: 'test', type: 'test', by, data: { test: 'test' } },
  'test without the person': { action: 'test', type: 'test', by: null, data: { test: 'test' } },
  'epic created': created('epic', epic),
  'epic deleted': { ...created('epic', epic), action: 'delete' },
  'epic renamed': changed('epic', epic, { subject: { from: 'Engine walks', to: 'Engine runs' } }),
  'story of epic added': created('relateduserstory', { epic, user_story: story }),
  'story of epic removed': { ...created('relateduserstory', { epic, user_story: story }), action: 'delete' },
  'story of epic moved': changed('relateduserstory', { epic, user_story: story }, { order: { from: 1, to: 2 } }),
  'user story assigned': changed('userstory', story, { assigned_to: { from: null, to: 'Ada O' } }),
  'user story reassigned': changed('userstory', story, { assigned_to: { from: 'Ada O', to: 'Mira M' } }),
  'user story unassigned': changed('userstory', story, { assigned_to: { from: 'Mira M', to: null } }),
  'user story commented': changed('userstory', story, {}, comment),
  'user story comment edited': changed('userstory', story, {}, { ...comment, edit_comment_date: '2026-05-04' }),
  'user story comment deleted': changed('userstory', story, {}, { ...comment, delete_comment_date: '2026-05-04' }),
  'user story estimated': changed('userstory', story, { points: { UX: { from: '?', to: '5' } } }),
  'user story closed': changed('userstory', story, {
    status: { from: 'New', to: 'Done' },
    is_closed: { from: false, to: true },
    finish_date: { from: 'None', to: '2026-05-04' },
  }),
  'user story added to sprint': changed(
    'userstory',
    { ...story, milestone: sprint },
    { milestone: { from: null, to: 'May' } },
  ),
  'user story moved to sprint': changed(
    'userstory',
    { ...story, milestone: sprint },
    { milestone: { from: 'April', to: 'May' } },
  ),
  'user story removed from sprint': changed('userstory', story, { milestone: { from: 'May', to: null } }),
  'user story due': changed('userstory', story, { due_date: { from: null, to: '2026-05-15' } }),
  'user story not due': changed('userstory', story, { due_date: { from: '2026-05-15', to: null } }),
  'user story described': changed('userstory', story, { description_diff: 'Check the history API for the exact diff' }),
  'task moved': changed('task', { subject: 'Order a fan' }, { user_story: { from: '#5 Cool it', to: '#6 Heat it' } }),
  'task added to story': changed('task', { subject: 'Order a fan' }, { user_story: { from: null, to: '#5 Cool it' } }),
  'task removed from story': changed(
    'task',
    { subject: 'Order a fan' },
    { user_story: { from: '#5 Cool it', to: null } },
  ),
  'task blocked': changed('task', { subject: 'Order a fan' }, { is_blocked: { from: false, to: true } }),
  'issue changed': changed(
    'issue',
    { subject: 'Pump is hot' },
    {
      type: { from: 'Bug', to: 'Question' },
      priority: { from: 'Normal', to: 'High' },
      severity: { from: 'Minor', to: 'Critical' },
      tags: { from: [], to: ['pump'] },
    },
    comment,
  ),
  'issue tagged': changed('issue', { subject: 'Pump is hot' }, { tags: { from: [], to: ['pump'] } }),
  'user story changed without its values': changed('userstory', story, { subject: null, milestone: {}, status: [] }),
  'sprint created': created('milestone', sprint),
  'sprint changed': changed('milestone', sprint, {
    estimated_start: { from: '2026-05-04', to: '2026-05-04' },
    estimated_finish: { from: '2026-05-14', to: '2026-05-15' },
  }),
  'sprint closed': changed('milestone', sprint, { closed: { from: false, to: true } }),
  'wiki page edited': changed(
    'wikipage',
    { slug: 'fans' },
    { content_diff: 'Check the history API for the exact diff' },
  ),
};
