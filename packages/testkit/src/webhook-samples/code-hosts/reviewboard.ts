// Payloads of Review Board, written from its public documentation, with the fields that the formats read.

const PAGE = 'https://reviews.example/r/2/';
const review_request = {
  id: 2,
  summary: 'Cool the pump',
  description: 'Adds a fan.',
  close_description: null,
  status: 'pending',
  absolute_url: PAGE,
  target_people: [{ title: 'bo' }, { title: 'cy' }],
  target_groups: [],
  links: { repository: { title: 'Engine' }, submitter: { title: 'mira' } },
};
const words = {
  body_top: 'Nearly there.',
  body_bottom: '',
  ship_it: false,
  absolute_url: `${PAGE}#review7`,
  links: { user: { title: 'bo' } },
};
const diff_comments = [
  {
    text: 'Why two?',
    first_line: 81,
    links: { filediff: { title: 'src/fan.ts (PRE-CREATION) -> src/fan.ts (2222)' } },
  },
];

/** The payload names its kind, like the header. */
const SAMPLES = {
  review_request_published: { review_request, is_new: true },
  'review_request_published again': { review_request: { ...review_request, target_people: [] }, is_new: false },
  review_request_reopened: { review_request, reopened_by: { username: 'cy' } },
  review_request_closed: {
    review_request: { ...review_request, status: 'submitted', close_description: 'Done.' },
    closed_by: { username: 'cy' },
    close_type: 'submitted',
  },
  review_published: { review_request, review: words, diff_comments },
  'review_published ship it': { review_request, review: { ...words, body_top: 'Ship It!', ship_it: true } },
  reply_published: { review_request, reply: { ...words, body_top: 'Now it does.', absolute_url: `${PAGE}#review8` } },
  'reply_published empty': { review_request, reply: { ...words, body_top: '' } },
};

export const REVIEWBOARD: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(SAMPLES).map(([kind, payload]) => [kind, { event: kind.split(' ')[0], ...payload }]),
);
