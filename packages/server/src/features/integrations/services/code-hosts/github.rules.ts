// GitHub: https://docs.github.com/webhooks. Pure.
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { hasFields, lookUp, required } from '../../payload.rules.ts';
import { setUp } from '../facts.rules.ts';
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
  if (event !== null && (lookUp(FORMATS, event) || IGNORED.has(event))) return event;
  return hasFields(payload, 'sponsorship') ? 'sponsorship' : event;
}

export const github: PayloadFormat = ({ headers, payload, options, has_topic }) => {
  const event = eventOf(headers, payload);
  if (event !== null && IGNORED.has(event)) return null;
  const { repository, organization, action } = Common.parse(payload);
  const known = lookUp(FORMATS, event);
  if (!known || event === null) throw new UnsupportedEvent(event && `${event}:${action ?? '???'}`);
  if (event !== 'sponsorship' && event !== 'ping') required(repository ?? organization);
  // [WH13]
  if (options.ignore_private_repositories && repository?.private) return null;
  const delivery = readCase(payload, options, has_topic);
  const { event: naming = event, format } = known;
  const named = typeof naming === 'string' ? naming : naming(delivery);
  if (named === null) return null;
  return { ...format(delivery), event: named };
};

/** The name under which sponsorship webhooks exist on other servers. */
export const githubSponsors: PayloadFormat = ({ headers, payload, options, has_topic }) => {
  const delivery = readCase(payload, options, has_topic);
  if (headers.get('x-github-event') === 'ping')
    return { topic: 'sponsors', content: setUp('GitHub Sponsors', null), event: null };
  return { ...FORMATS.sponsorship!.format(delivery), event: delivery.action };
};
