// GitHub: https://docs.github.com/webhooks. Pure.
import { z } from 'zod';
import {
  BRANCHES,
  type Delivery,
  IGNORE_PRIVATE_REPOSITORIES,
  type Integration,
  type Notice,
  UnsupportedEvent,
} from '../integration.rules.ts';
import { Common, type Format, readCase } from './github-payload.rules.ts';
import { GITHUB_REPOSITORY, GITHUB_REPOSITORY_EVENTS } from './github-repository.rules.ts';
import { GITHUB_WORK, GITHUB_WORK_EVENTS } from './github-work.rules.ts';

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

export const github: Integration = {
  name: 'github',
  display_name: 'GitHub',
  event_types: [...GITHUB_WORK_EVENTS, ...GITHUB_REPOSITORY_EVENTS].sort(),
  url_options: [BRANCHES, IGNORE_PRIVATE_REPOSITORIES],
  format,
};

/** The name under which sponsorship webhooks exist on other servers. */
export const githubSponsors: Integration = {
  name: 'githubsponsors',
  display_name: 'GitHub Sponsors',
  event_types: ['cancelled', 'created', 'edited', 'pending_cancellation', 'pending_tier_change', 'tier_changed'],
  format({ headers, payload, options, has_topic }) {
    const delivery = readCase(payload, options, has_topic);
    if (headers.get('x-github-event') === 'ping')
      return { topic: 'sponsors', content: 'GitHub Sponsors webhook has been successfully configured.', event: null };
    const message = FORMATS.sponsorship!.format(delivery);
    return message && { ...message, event: delivery.action };
  },
};
