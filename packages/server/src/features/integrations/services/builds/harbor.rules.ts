// Harbor: https://goharbor.io/docs/latest/working-with-projects/project-configuration/configure-webhooks. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, bullets, code, paragraphs, topicOf } from '../../markdown.rules.ts';

const maybe = z.string().nullish();
const Common = z.looseObject({ type: z.string() });
const Resource = z.looseObject({
  tag: maybe,
  digest: maybe,
  scan_overview: z
    .record(
      z.string(),
      z.looseObject({
        summary: z.looseObject({ summary: z.record(z.string(), z.number()).nullish() }).nullish(),
      }),
    )
    .nullish(),
});
const Payload = z.looseObject({
  operator: maybe,
  event_data: z.looseObject({
    repository: z.looseObject({ repo_full_name: z.string() }),
    resources: z.array(Resource).min(1),
  }),
});
type Payload = z.output<typeof Payload>;

const RESOURCES_SHOWN = 20;
const SEVERITIES = ['Critical', 'High', 'Medium', 'Low', 'Negligible', 'Unknown'];

function imageOf({ repository }: Payload['event_data'], { tag, digest }: z.output<typeof Resource>): string {
  return code(`${repository.repo_full_name}${tag ? `:${tag}` : digest ? `@${digest}` : ''}`);
}

function pushed({ operator, event_data }: Payload): string {
  const images = event_data.resources.slice(0, RESOURCES_SHOWN).map((resource) => imageOf(event_data, resource));
  const kind = images.length === 1 ? 'image' : 'images';
  return `${bold(operator || 'Somebody')} pushed ${kind} ${images.join(', ')}.`;
}

function found({ scan_overview }: z.output<typeof Resource>): string {
  const counts = Object.values(scan_overview ?? {}).map(({ summary }) => summary?.summary ?? {});
  const rows = SEVERITIES.flatMap((severity) => {
    const count = counts.reduce((sum, of) => sum + (Object.hasOwn(of, severity) ? of[severity]! : 0), 0);
    return count > 0 ? [`${severity}: **${count}**`] : [];
  });
  return rows.length === 0
    ? 'No vulnerabilities found.'
    : `Vulnerabilities by severity:\n\n${bullets(rows, rows.length)}`;
}

const scanned = ({ event_data }: Payload): string =>
  paragraphs(
    ...event_data.resources
      .slice(0, RESOURCES_SHOWN)
      .map((resource) => `Image scan completed for ${imageOf(event_data, resource)}. ${found(resource)}`),
  );

const FORMATS: Readonly<Record<string, (payload: Payload) => string>> = {
  PUSH_ARTIFACT: pushed,
  SCANNING_COMPLETED: scanned,
};
/** Known events without a message. */
const IGNORED: ReadonlySet<string> = new Set([
  'DELETE_ARTIFACT',
  'DELETE_CHART',
  'DOWNLOAD_CHART',
  'PULL_ARTIFACT',
  'SCANNING_FAILED',
  'UPLOAD_CHART',
]);

export const harbor: PayloadFormat = ({ payload }) => {
  const { type: event } = Common.parse(payload);
  if (IGNORED.has(event)) return null;
  if (!Object.hasOwn(FORMATS, event)) throw new UnsupportedEvent(event);
  const read = Payload.parse(payload);
  return { topic: topicOf(read.event_data.repository.repo_full_name), content: FORMATS[event]!(read), event };
};
