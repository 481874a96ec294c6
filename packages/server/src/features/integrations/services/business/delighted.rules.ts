// Delighted: https://app.delighted.com/docs/api/webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, withQuote } from '../../markdown.rules.ts';
import { count, formatOf, maybe, part, required, text } from '../../payload.rules.ts';

const Payload = z.looseObject({
  event_type: text,
  event_data: z.looseObject({
    person: part(z.looseObject({ email: maybe, name: maybe, phone_number: maybe })),
    score: count,
    comment: maybe,
    permalink: maybe,
    survey_type: maybe,
  }),
});
type EventData = z.output<typeof Payload>['event_data'];

/** From this score on, on the scale to 10, a person promotes the product. */
const PROMOTER = 9;

const nameOf = ({ person }: EventData): string =>
  inline(person?.email || person?.name || person?.phone_number || 'Somebody');

function answered(survey: EventData, score: number): string {
  const { comment, permalink, survey_type } = survey;
  const is_promotion = !survey_type || survey_type === 'nps';
  const praise =
    is_promotion && score >= PROMOTER ? 'Kudos! You have a new promoter.' : 'Great! You have new feedback.';
  const shown = link(`Score of ${score}${is_promotion ? '/10' : ''}`, permalink);
  return withQuote(`${praise} ${shown} from ${nameOf(survey)}`, comment);
}

/** Events without a score. */
const FORMATS: Readonly<Record<string, (event_data: EventData) => string>> = {
  'bounce.created': (data) => `A survey could not be delivered to ${nameOf(data)}.`,
  'unsubscribe.created': (data) => `${nameOf(data)} unsubscribed from surveys.`,
};

function contentOf(event_type: string, event_data: EventData): string {
  if (event_data.score != null) return answered(event_data, event_data.score);
  if (event_type.startsWith('survey_response.')) required(event_data.score);
  const format = formatOf(FORMATS, event_type);
  return format(event_data);
}

export const delighted: PayloadFormat = ({ payload }) => {
  const { event_type, event_data } = Payload.parse(payload);
  return { topic: 'Survey response', content: contentOf(event_type, event_data), event: null };
};
