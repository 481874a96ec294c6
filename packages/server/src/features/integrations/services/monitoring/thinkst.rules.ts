// Thinkst Canary: https://docs.canary.tools/webhooks/. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, code, inline, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { items, maybe, required, scalar } from '../../payload.rules.ts';
import { type Fact, facts, shown, textOf } from '../facts.rules.ts';
import { utcTime } from './monitoring.rules.ts';

const Incident = z.looseObject({
  AlertType: maybe,
  Intro: maybe,
  Description: maybe,
  IncidentHash: scalar,
  Timestamp: maybe,
  CanaryName: maybe,
  CanaryIP: maybe,
  CanaryLocation: maybe,
  CanaryPort: scalar,
  SourceIP: maybe,
  ReverseDNS: maybe,
  Token: scalar,
  Triggered: scalar,
  Reminder: maybe,
  AdditionalDetails: items(z.array(z.unknown())),
});
type Incident = z.output<typeof Incident>;

const DETAILS_SHOWN = 20;
const NAMES_CUT = 200;

/** The service writes that a value doesn't apply. */
const known = (value: z.output<typeof scalar>): string => (value === 'N/A' ? '' : shown(value));

const source = ({ SourceIP, ReverseDNS }: Incident): string =>
  [code(known(SourceIP)), known(ReverseDNS) && `(${code(known(ReverseDNS))})`].filter((part) => part).join(' ');

const canaryFacts = (incident: Incident): Fact[] => [
  ['Canary name', code(known(incident.CanaryName))],
  ['Canary location', code(known(incident.CanaryLocation))],
  ['Canary IP', code(known(incident.CanaryIP))],
  ['Canary port', code(known(incident.CanaryPort))],
];
const tokenFacts = (incident: Incident): Fact[] => [
  ['Canarytoken', code(known(incident.Token))],
  ['Reminder', known(incident.Reminder)],
  ['Times triggered', known(incident.Triggered)],
];

/** Pairs of a name and a value; long values are quoted below. */
function details({ AdditionalDetails }: Incident): { readonly short: Fact[]; readonly long: string[] } {
  const short: Fact[] = [];
  const long: string[] = [];
  for (const [name, value] of AdditionalDetails.slice(0, DETAILS_SHOWN)) {
    if (typeof name !== 'string' || value == null) continue;
    const values = [value].flat().map((one) => textOf(one) ?? JSON.stringify(one ?? ''));
    const text = values.join(', ');
    if (text.includes('\n') || text.length > NAMES_CUT) long.push(`${bold(name)}:\n${quote(text)}`);
    else short.push([name, code(text)]);
  }
  return { short, long };
}

export const thinkst: PayloadFormat = ({ payload }) => {
  const incident = Incident.parse(payload);
  required(incident.AlertType || incident.Intro || incident.Description || null);
  const is_token = incident.AlertType?.startsWith('Canarytoken') || incident.Token != null;
  const name = is_token ? incident.Reminder : known(incident.CanaryName) || incident.Description;
  const kind = is_token ? 'Canarytoken' : 'Canary';
  const named = inline(name ?? '').replaceAll('*', '');
  const { short, long } = details(incident);
  return {
    topic: topicOf(`${kind.toLowerCase()} alert${name ? ` - ${name}` : ''}`),
    content: paragraphs(
      `**:alert: ${kind}${named && ` *${named}*`} has been triggered!**`,
      quote(incident.Intro),
      facts([
        ['Description', known(incident.Description)],
        ['Incident ID', code(known(incident.IncidentHash))],
        ['Timestamp', utcTime(incident.Timestamp)],
        ...(is_token ? tokenFacts(incident) : canaryFacts(incident)),
        ['Source IP', source(incident)],
        ...short,
      ]),
      ...long,
    ),
    event: null,
  };
};
