// Delighted: https://app.delighted.com/docs/api/webhooks. Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link } from '../../markdown.rules.ts';
import { maybe, saying, text } from './business.rules.ts';

const Person = z.looseObject({ email: maybe, name: maybe, phone_number: maybe }).nullish();
const Payload = z.looseObject({ event_type: text, event_data: z.looseObject({}) });
const Survey = z.looseObject({
  person: Person,
  score: z.number(),
  comment: maybe,
  permalink: maybe,
  survey_type: maybe,
});
const Unsubscribed = z.looseObject({ person: Person });

const TOPIC = 'Survey response';
/** From this score on, on the scale to 10, a person promotes the product. */
const PROMOTER = 9;

const nameOf = (person: z.output<typeof Person>): string =>
  inline(person?.email || person?.name || person?.phone_number || 'Somebody');

function survey(payload: unknown): string {
  const { person, score, comment, permalink, survey_type } = Survey.parse(payload);
  const is_promotion = !survey_type || survey_type === 'nps';
  const good = is_promotion && score >= PROMOTER;
  const praise = good ? 'Kudos! You have a new promoter.' : 'Great! You have new feedback.';
  const shown = link(`Score of ${score}${is_promotion ? '/10' : ''}`, permalink);
  return saying(`${praise} ${shown} from ${nameOf(person)}`, comment);
}

const FORMATS: Readonly<Record<string, (payload: unknown) => string>> = {
  'survey_response.created': survey,
  'survey_response.updated': survey,
  'unsubscribe.created': (payload) => `${nameOf(Unsubscribed.parse(payload).person)} unsubscribed from surveys.`,
};

function format({ payload }: Delivery): Notice {
  const { event_type, event_data } = Payload.parse(payload);
  if (!Object.hasOwn(FORMATS, event_type)) throw new UnsupportedEvent(event_type);
  return { topic: TOPIC, content: FORMATS[event_type]!(event_data), event: null };
}

export const delighted: PayloadFormat = format;
