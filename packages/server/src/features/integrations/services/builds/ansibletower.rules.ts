// Ansible Tower and AWX: https://docs.ansible.com/automation-controller/latest/html/userguide/notifications.html. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bullets, inline, link, paragraphs, quote, topicOf, withQuote } from '../../markdown.rules.ts';
import { flag, lookUp, maybe, part, text } from '../../payload.rules.ts';

const Job = z.looseObject({
  id: maybe,
  name: text,
  friendly_name: maybe,
  status: text,
  url: maybe,
  body: maybe,
  hosts: part(z.record(z.string(), part(z.looseObject({ failed: flag })))),
});

/** The test of a notification has only a text. */
const Test = z.looseObject({ body: text, id: z.undefined().optional() });

const HOSTS_SHOWN = 20;
/** Keyed by the part of the page's address before the number: AWX doesn't name the kind of a job otherwise. */
const KINDS: Readonly<Record<string, string>> = {
  command: 'Ad Hoc Command',
  inventory: 'Inventory Update',
  project: 'Project Update',
  system: 'Management Job',
  workflow: 'Workflow Job',
  workflows: 'Workflow Job',
};
const STATES: Readonly<Record<string, string>> = {
  canceled: 'was canceled',
  error: 'had an error',
  failed: 'failed',
  pending: 'is pending',
  running: 'is running',
  successful: 'was successful',
};

const kindOf = (url: string | null | undefined): string =>
  lookUp(KINDS, /\/(\w+)\/\d+(?:\/\w+)?\/?$/.exec(url ?? '')?.[1]) ?? 'Job';

export const ansibletower: PayloadFormat = ({ payload }) => {
  const test = Test.safeParse(payload);
  const words = test.success ? quote(test.data.body) : '';
  if (words !== '') return { topic: 'Ansible Tower', content: words, event: null };
  const { id, name, friendly_name, status, url, body, hosts } = Job.parse(payload);
  const state = lookUp(STATES, status) ?? `changed its status to ${inline(status)}`;
  const all = Object.entries(hosts ?? {});
  const rows = all
    .slice(0, HOSTS_SHOWN)
    .map(([host, result]) => `${inline(host)}: ${result?.failed ? 'Failed' : 'Success'}`);
  const summary = `${inline(friendly_name || kindOf(url))}: ${link(id ? `#${id} ${name}` : name, url)} ${state}`;
  return {
    topic: topicOf(name),
    content:
      rows.length > 0 ? paragraphs(`${summary}:\n${bullets(rows, all.length)}`, quote(body)) : withQuote(summary, body),
    event: null,
  };
};
