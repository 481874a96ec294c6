// GoSquared: https://www.gosquared.com/docs/api/. Pure.
import { z } from 'zod';
import { type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link, quote, topicOf } from '../../markdown.rules.ts';
import { inAddress } from '../code-hosts/git-host.rules.ts';
import { maybe, sentence, shown } from './report.rules.ts';

const Traffic = z.looseObject({
  siteDetails: z.looseObject({ domain: z.string().min(1), acct: maybe }),
  concurrents: z.number(),
  triggeredAlert: z.looseObject({ boundary: maybe, value: z.union([z.string(), z.number()]).nullish() }).nullish(),
});
const Person = z.looseObject({
  name: maybe,
  email: maybe,
  status: maybe,
  _anon: z.looseObject({ name: maybe }).nullish(),
});
const Chat = z.looseObject({
  message: z.looseObject({
    content: maybe,
    private: z.boolean().nullish(),
    session: z.looseObject({ title: maybe }).nullish(),
  }),
  person: Person,
});

const SIDES: Readonly<Record<string, string>> = { lower: 'below', upper: 'above' };

function trafficNotice(payload: unknown): Notice {
  const { siteDetails, concurrents, triggeredAlert } = Traffic.parse(payload);
  const { domain, acct } = siteDetails;
  const [side, limit] = [triggeredAlert?.boundary ?? '', shown(triggeredAlert?.value)];
  const why = Object.hasOwn(SIDES, side) && limit ? ` (alert: ${SIDES[side]} ${limit})` : '';
  const url = acct ? `https://www.gosquared.com/now/${inAddress(acct)}` : null;
  const visitors = `${concurrents} ${concurrents === 1 ? 'visitor' : 'visitors'}`;
  return {
    topic: topicOf(`GoSquared - ${domain}`),
    content: `${link(domain, url)} has ${visitors} online${why}.`,
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
    content: sentence(
      `The ${status && `${status} `}visitor ${bold(name) || '**Visitor**'} messaged`,
      quote(message.content),
    ),
    event: 'chat_message',
  };
}

const has = (payload: unknown, ...fields: readonly string[]): boolean =>
  typeof payload === 'object' && payload !== null && fields.every((field) => Object.hasOwn(payload, field));

export const gosquared: PayloadFormat = ({ payload }) => {
  if (has(payload, 'siteDetails', 'concurrents')) return trafficNotice(payload);
  if (has(payload, 'message', 'person')) return chatNotice(payload);
  z.looseObject({}).parse(payload);
  throw new UnsupportedEvent(null);
};
