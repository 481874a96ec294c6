// Rundeck: https://docs.rundeck.com/docs/manual/notifications/webhooks.html. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';
import { formatOf, lookUp, maybe, part, text } from '../../payload.rules.ts';

const Execution = z.looseObject({
  trigger: text,
  execution: z.looseObject({
    id: text,
    href: maybe,
    permalink: maybe,
    status: maybe,
    project: maybe,
    /** None for a command that somebody runs once. */
    job: part(z.looseObject({ name: text, href: maybe, permalink: maybe })),
  }),
});

const STATES: Readonly<Record<string, string>> = {
  avgduration: 'is running long :time_ticking:',
  failure: 'has failed :cross_mark:',
  retryablefailure: 'has failed and will be retried :cross_mark:',
  start: 'has started :running:',
  success: 'has succeeded :check:',
};
/** Failures of other kinds than the usual. */
const FAILURES: Readonly<Record<string, string>> = {
  aborted: 'was aborted :stop_sign:',
  'failed-with-retry': 'has failed and will be retried :cross_mark:',
  timedout: 'has timed out :cross_mark:',
};

export const rundeck: PayloadFormat = ({ payload }) => {
  const { trigger: event, execution } = Execution.parse(payload);
  const { id, href, permalink, status, project, job } = execution;
  const usual = formatOf(STATES, event);
  const failure = event === 'failure' ? lookUp(FAILURES, status) : undefined;
  const state = event === 'start' && status === 'scheduled' ? 'was scheduled :calendar:' : (failure ?? usual);
  const run = link(`#${id}`, href || permalink);
  const of = project ? ` for ${inline(project)}` : '';
  return {
    topic: topicOf(job?.name ?? project) || 'Rundeck',
    content: `${job ? `${link(job.name, job.permalink || job.href)} execution` : 'Execution'} ${run}${of} ${state}`,
    event,
  };
};
