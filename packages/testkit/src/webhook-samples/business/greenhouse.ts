// Payloads of Greenhouse, written from its public documentation, with the fields that the formats read.

const candidate = {
  id: 19,
  first_name: 'Mira',
  last_name: 'M',
  email_addresses: [
    { value: 'mira@acme.example', type: 'personal' },
    { value: 'mira@work.example', type: 'work' },
  ],
  attachments: [{ filename: 'cv.pdf', url: 'https://files.example/cv.pdf', type: 'cover_letter' }],
};
const application = { id: 20, candidate, jobs: [{ id: 3, name: 'Designer' }] };
const greenhouse = (action: string, more: object = {}) => ({
  action,
  payload: { application: { ...application, ...more } },
});
export const GREENHOUSE = {
  'new candidate': greenhouse('new_candidate_application'),
  'new prospect': greenhouse('new_prospect_application', { jobs: [], candidate: { ...candidate, attachments: [] } }),
  hired: greenhouse('hire_candidate'),
  rejected: greenhouse('reject_candidate', { rejection_reason: { id: 14, name: 'Too junior' } }),
  'other stage': greenhouse('candidate_stage_change', { current_stage: { id: 7, name: 'Assessment' } }),
  updated: { action: 'update_candidate', payload: { candidate: { id: 19, first_name: 'Mira' } } },
  'event of a newer kind': greenhouse('scorecard_created', { candidate: { first_name: 'Mira' }, jobs: null }),
  ping: { action: 'ping', web_hook_id: 1 },
};
