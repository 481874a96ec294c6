// Harbor: https://goharbor.io/docs/latest/working-with-projects/project-configuration/configure-webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, bullets, code, paragraphs, topicOf } from '../../markdown.rules.ts';
import { count, formatOf, items, lookUp, maybe, part, text } from '../../payload.rules.ts';

const Common = z.looseObject({ type: text });
const Resource = z.looseObject({
  tag: maybe,
  digest: maybe,
  scan_overview: part(
    z.record(
      z.string(),
      part(z.looseObject({ summary: part(z.looseObject({ summary: part(z.record(z.string(), count)) })) })),
    ),
  ),
});
const Payload = z.looseObject({
  operator: maybe,
  event_data: z.looseObject({
    repository: z.looseObject({ repo_full_name: text }),
    // An image without a tag or digest is named by its repository.
    resources: items(Resource).transform((all) => (all.length > 0 ? all : [{}])),
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
  const counts = Object.values(scan_overview ?? {}).map((report) => report?.summary?.summary ?? {});
  const rows = SEVERITIES.flatMap((severity) => {
    const count = counts.reduce((sum, of) => sum + (lookUp(of, severity) ?? 0), 0);
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
  const format = formatOf(FORMATS, event);
  const read = Payload.parse(payload);
  return { topic: topicOf(read.event_data.repository.repo_full_name), content: format(read), event };
};
