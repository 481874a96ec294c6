// Ansible Tower and AWX: https://docs.ansible.com/automation-controller/latest/html/userguide/notifications.html. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bullets, inline, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';

const maybe = z.string().nullish();
const Job = z.looseObject({
  id: z.number(),
  name: z.string(),
  friendly_name: z.string(),
  status: z.string(),
  url: maybe,
  body: maybe,
  hosts: z.record(z.string(), z.looseObject({ failed: z.boolean().nullish() })).nullish(),
});

/** The test of a notification has only a text. */
const Test = z.looseObject({ body: z.string(), id: z.undefined().optional() });

const HOSTS_SHOWN = 20;
const STATES: Readonly<Record<string, string>> = {
  canceled: 'was canceled',
  error: 'had an error',
  failed: 'failed',
  pending: 'is pending',
  running: 'is running',
  successful: 'was successful',
};

export const ansibletower: PayloadFormat = ({ payload }) => {
  const test = Test.safeParse(payload);
  if (test.success && quote(test.data.body) !== '')
    return { topic: 'Ansible Tower', content: quote(test.data.body), event: null };
  const { id, name, friendly_name, status, url, body, hosts } = Job.parse(payload);
  const state = Object.hasOwn(STATES, status) ? STATES[status]! : `changed its status to ${inline(status)}`;
  const all = Object.entries(hosts ?? {});
  const rows = all
    .slice(0, HOSTS_SHOWN)
    .map(([host, { failed }]) => `${inline(host)}: ${failed ? 'Failed' : 'Success'}`);
  const summary = `${inline(friendly_name)}: ${link(`#${id} ${name}`, url)} ${state}`;
  return {
    topic: topicOf(name),
    content: paragraphs(
      rows.length > 0 ? `${summary}:\n${bullets(rows, all.length)}` : `${summary}${body ? ':' : '.'}`,
      quote(body),
    ),
    event: null,
  };
};
