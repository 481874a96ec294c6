// GoSquared: https://www.gosquared.com/docs/api/. Pure.
import { z } from 'zod';
import { plural } from '../../../../kit/text/plural.ts';
import { type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link, topicOf, withQuote } from '../../markdown.rules.ts';
import { count, flag, hasFields, lookUp, maybe, part, text } from '../../payload.rules.ts';
import { inAddress } from '../code-hosts/git-host.rules.ts';
import { shown } from '../facts.rules.ts';

const Traffic = z.looseObject({
  siteDetails: z.looseObject({ domain: text.pipe(z.string().min(1)), acct: maybe }),
  concurrents: count.pipe(z.number()),
  triggeredAlert: part(z.looseObject({ boundary: maybe, value: maybe })),
});
const Person = z.looseObject({
  name: maybe,
  email: maybe,
  status: maybe,
  _anon: part(z.looseObject({ name: maybe })),
});
const Chat = z.looseObject({
  message: z.looseObject({
    content: maybe,
    private: flag,
    session: part(z.looseObject({ title: maybe })),
  }),
  person: Person,
});

const SIDES: Readonly<Record<string, string>> = { lower: 'below', upper: 'above' };

function trafficNotice(payload: unknown): Notice {
  const { siteDetails, concurrents, triggeredAlert } = Traffic.parse(payload);
  const { domain, acct } = siteDetails;
  const [side, limit] = [lookUp(SIDES, triggeredAlert?.boundary), shown(triggeredAlert?.value)];
  const why = side && limit ? ` (alert: ${side} ${limit})` : '';
  const url = acct ? `https://www.gosquared.com/now/${inAddress(acct)}` : null;
  return {
    topic: topicOf(`GoSquared - ${domain}`),
    content: `${link(domain, url)} has ${plural(concurrents, 'visitor')} online${why}.`,
    event: 'traffic_spike',
  };
}

/** Private messages are notes of the agents to each other. */
function chatNotice(payload: unknown): Notice | null {
  const { message, person } = Chat.parse(payload);
  if (message.private) return null;
  const name = person._anon?.name || person.name || person.email || 'Visitor';
  const status = inline(person.status ?? '');
  return {
    topic: topicOf(`Live chat session - ${message.session?.title || name}`),
    content: withQuote(`The ${status && `${status} `}visitor ${bold(name) || '**Visitor**'} messaged`, message.content),
    event: 'chat_message',
  };
}

export const gosquared: PayloadFormat = ({ payload }) => {
  if (hasFields(payload, 'siteDetails', 'concurrents')) return trafficNotice(payload);
  if (hasFields(payload, 'message', 'person')) return chatNotice(payload);
  z.looseObject({}).parse(payload);
  throw new UnsupportedEvent(null);
};
