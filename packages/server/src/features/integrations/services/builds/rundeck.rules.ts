// Rundeck: https://docs.rundeck.com/docs/manual/notifications/webhooks.html. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';

const maybe = z.string().nullish();
const Execution = z.looseObject({
  trigger: z.string(),
  execution: z.looseObject({
    id: z.number(),
    href: maybe,
    permalink: maybe,
    status: maybe,
    project: maybe,
    /** None for a command that somebody runs once. */
    job: z.looseObject({ name: z.string(), href: maybe, permalink: maybe }).nullish(),
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
  if (!Object.hasOwn(STATES, event)) throw new UnsupportedEvent(event);
  const { id, href, permalink, status, project, job } = execution;
  const failure = event === 'failure' && status && Object.hasOwn(FAILURES, status) ? FAILURES[status] : null;
  const state = event === 'start' && status === 'scheduled' ? 'was scheduled :calendar:' : (failure ?? STATES[event]!);
  const run = link(`#${id}`, href || permalink);
  const of = project ? ` for ${inline(project)}` : '';
  return {
    topic: topicOf(job?.name ?? project) || 'Rundeck',
    content: `${job ? `${link(job.name, job.permalink || job.href)} execution` : 'Execution'} ${run}${of} ${state}`,
    event,
  };
};
