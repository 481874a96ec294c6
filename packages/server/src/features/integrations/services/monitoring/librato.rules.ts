// Librato: https://www.librato.com/docs/kb/alert/webhook/. Pure.
import { z } from 'zod';
import { type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, bullets, code, inline, link, paragraphs, topicOf } from '../../markdown.rules.ts';
import { hasFields, items, maybe, part, scalar, text } from '../../payload.rules.ts';
import { inAddress } from '../code-hosts/git-host.rules.ts';
import { linksTo, shown, timeOfSeconds } from '../facts.rules.ts';

const Condition = z.looseObject({
  id: text,
  type: maybe,
  threshold: scalar,
  summary_function: maybe,
  duration: scalar,
});
type Condition = z.output<typeof Condition>;
const Violation = z.looseObject({
  metric: maybe,
  value: scalar,
  recorded_at: scalar,
  condition_violated: maybe,
});
type Violation = z.output<typeof Violation>;
const Alert = z.looseObject({
  alert: z.looseObject({ id: text, name: text, runbook_url: maybe, description: maybe }),
  trigger_time: scalar,
  clear: scalar,
  conditions: items(Condition),
  violations: part(z.record(z.string(), items(Violation))),
});
/** A snapshot is in the format of messages of Slack. */
const Snapshot = z.looseObject({
  attachments: z.array(z.looseObject({ author_name: maybe, title_link: maybe, title: maybe, image_url: maybe })).min(1),
});

const VIOLATIONS_SHOWN = 20;
const SNAPSHOTS_SHOWN = 20;

function violated({ metric, recorded_at }: Violation, condition: Condition | undefined): string {
  const way = [condition?.summary_function?.replaceAll('_', ' '), 'was', condition?.type]
    .map((word) => shown(word))
    .filter((word) => word);
  const [threshold, duration, at] = [
    shown(condition?.threshold),
    shown(condition?.duration),
    timeOfSeconds(recorded_at),
  ];
  const what = condition?.type ? way.join(' ') : 'violated a condition';
  return [
    `Metric ${code(metric ?? '') || 'without a name'}, ${what}`,
    threshold && ` ${threshold}`,
    duration && ` for ${duration}s`,
    at && `, recorded at ${at}`,
  ].join('');
}

function triggered({ conditions, violations }: z.output<typeof Alert>): string {
  const by_id = new Map(conditions.map((condition) => [condition.id, condition]));
  const all = Object.values(violations ?? {}).flat();
  const lines = all
    .slice(0, VIOLATIONS_SHOWN)
    .map((violation) => violated(violation, by_id.get(violation.condition_violated ?? '')));
  return bullets(lines, all.length);
}

function alertNotice(payload: unknown): Notice {
  const read = Alert.parse(payload);
  const { alert, trigger_time, clear } = read;
  const named = link(alert.name || 'without a name', `https://metrics.librato.com/alerts#/${inAddress(alert.id)}`);
  const [steps = ''] = linksTo([['Reaction steps', alert.runbook_url]]);
  const at = timeOfSeconds(trigger_time);
  const content = clear
    ? `Alert ${named} has cleared${at && ` at ${at}`}!`
    : paragraphs(
        `Alert ${named} has triggered!${steps && ` ${steps}`}`,
        inline(alert.description ?? ''),
        triggered(read),
      );
  return { topic: topicOf(`Alert ${alert.name}`), content, event: 'alert' };
}

function snapshotNotice(payload: unknown): Notice {
  const { attachments } = Snapshot.parse(payload);
  const lines = attachments.slice(0, SNAPSHOTS_SHOWN).map(({ author_name, title, title_link, image_url }) => {
    return `${bold(author_name ?? '') || '**Somebody**'} sent a ${link('snapshot', image_url)} of ${link('metric', title_link || title)}.`;
  });
  return { topic: 'Snapshots', content: lines.join('\n'), event: 'snapshot' };
}

export const librato: PayloadFormat = ({ payload }) => {
  if (hasFields(payload, 'alert')) return alertNotice(payload);
  if (hasFields(payload, 'attachments')) return snapshotNotice(payload);
  z.looseObject({}).parse(payload);
  throw new UnsupportedEvent(null);
};
