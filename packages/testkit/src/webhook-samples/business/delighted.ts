// Payloads of Delighted, written from its public documentation, with the fields that the formats read.

const survey = {
  person: { name: 'Mira M', email: 'mira@acme.example' },
  score: 9,
  comment: 'Fast and flawless!',
  permalink: 'https://delighted.example/r/5p',
};
const delighted = (event_data: unknown, event_type = 'survey_response.updated') => ({ event_type, event_data });
export const DELIGHTED = {
  promoter: delighted(survey),
  'other score': delighted({ ...survey, score: 5, comment: null }, 'survey_response.created'),
  'other scale': delighted({ ...survey, score: 5, survey_type: 'csat' }),
  'nobody named': delighted({ score: 0, person: '7' }),
  bounce: delighted({ person: survey.person }, 'bounce.created'),
  unsubscription: delighted({ person: survey.person }, 'unsubscribe.created'),
};
