// GitHub: https://docs.github.com/webhooks. Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { Common, type Format, readCase } from './github-payload.rules.ts';
import { GITHUB_REPOSITORY } from './github-repository.rules.ts';
import { GITHUB_WORK } from './github-work.rules.ts';

const FORMATS: Readonly<Record<string, Format>> = { ...GITHUB_WORK, ...GITHUB_REPOSITORY };

/** Known events without a message. */
const IGNORED: ReadonlySet<string> = new Set([
  'check_suite',
  'label',
  'merge_group',
  'meta',
  'milestone',
  'organization',
  'project_card',
  'repository_vulnerability_alert',
]);

/** Sponsorships come from a separate webhook and are also recognised by their payload. */
function eventOf(headers: Headers, payload: unknown): string | null {
  const event = headers.get('x-github-event');
  if (event !== null && (Object.hasOwn(FORMATS, event) || IGNORED.has(event))) return event;
  const is_sponsorship = typeof payload === 'object' && payload !== null && 'sponsorship' in payload;
  return is_sponsorship ? 'sponsorship' : event;
}

function format({ headers, payload, options, has_topic }: Delivery): Notice | null {
  const event = eventOf(headers, payload);
  if (event !== null && IGNORED.has(event)) return null;
  if (event === null) throw new UnsupportedEvent(null);
  if (!Object.hasOwn(FORMATS, event)) {
    const read = z.looseObject({ action: z.string() }).safeParse(payload);
    throw new UnsupportedEvent(`${event}:${read.success ? read.data.action : '???'}`);
  }
  const { repository, organization } = Common.parse(payload);
  if (!repository && !organization && event !== 'sponsorship') throw new z.ZodError([]);
  // [WH13]
  if (options.ignore_private_repositories && repository?.private) return null;
  const delivery = readCase(payload, options, has_topic);
  const { event: naming = event, format } = FORMATS[event]!;
  const named = typeof naming === 'string' ? naming : naming(delivery);
  if (named === null) return null;
  const message = format(delivery);
  return message && { ...message, event: named };
}

export const github: PayloadFormat = format;

/** The name under which sponsorship webhooks exist on other servers. */
export const githubSponsors: PayloadFormat = ({ headers, payload, options, has_topic }) => {
  const delivery = readCase(payload, options, has_topic);
  if (headers.get('x-github-event') === 'ping')
    return { topic: 'sponsors', content: 'GitHub Sponsors webhook has been successfully configured.', event: null };
  const message = FORMATS.sponsorship!.format(delivery);
  return message && { ...message, event: delivery.action };
};
