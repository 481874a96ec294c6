// Honeybadger: https://docs.honeybadger.io/guides/integrations/webhook/. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { code, inline, link, sentence, topicOf, withQuote } from '../../markdown.rules.ts';
import { formatOf, maybe, part, required, scalar, text } from '../../payload.rules.ts';
import { shown } from '../facts.rules.ts';
import { utcTime } from './monitoring.rules.ts';

const Person = part(z.looseObject({ name: maybe, email: maybe }));
const Payload = z.looseObject({
  event: text,
  message: maybe,
  project: part(z.looseObject({ name: maybe })),
  actor: Person,
  fault: part(z.looseObject({ klass: maybe, message: maybe, environment: maybe, project_name: maybe, url: maybe })),
  notice: part(z.looseObject({ url: maybe })),
  assignee: Person,
  comment: part(z.looseObject({ body: maybe, author: maybe })),
  site: part(z.looseObject({ name: maybe, url: maybe })),
  outage: part(z.looseObject({ status: scalar, reason: maybe, down_at: maybe, up_at: maybe })),
  check_in: part(z.looseObject({ name: maybe, slug: maybe, details_url: maybe })),
  alarm: part(z.looseObject({ name: maybe, url: maybe })),
  deploy: part(
    z.looseObject({ environment: maybe, revision: maybe, repository: maybe, local_username: maybe, url: maybe }),
  ),
});
type Payload = z.output<typeof Payload>;

interface Report {
  /** What the event is about, as the second part of the topic. */
  readonly about: string | null | undefined;
  readonly content: string;
}

/** The summary that the service writes begins with `[project/environment]`. */
const PREFIX = /^\[([^\]/]+)(?:\/([^\]]+))?\]\s*/;
const summary = ({ message }: Payload): string => (message ?? '').replace(PREFIX, '');
const personName = (person: Payload['actor']): string => shown(person?.name || person?.email);
const by = (payload: Payload): string => (personName(payload.actor) ? ` by ${personName(payload.actor)}` : '');

const ofFault =
  (say: (error: string, payload: Payload) => string, quoted?: (payload: Payload) => string | null | undefined) =>
  (payload: Payload): Report | null => {
    if (!payload.fault) return null;
    const { klass, message, environment, url } = payload.fault;
    const where = environment || PREFIX.exec(payload.message ?? '')?.[2];
    const named = `${link(klass || 'error', payload.notice?.url || url)}${where ? ` in ${inline(where)}` : ''}`;
    return { about: klass, content: withQuote(say(named, payload), quoted ? quoted(payload) : message) };
  };

const ofSite =
  (say: (site: string, payload: Payload) => string, quoted?: (payload: Payload) => string | null | undefined) =>
  (payload: Payload): Report | null => {
    if (!payload.site) return null;
    const { name, url } = payload.site;
    return {
      about: name || url,
      content: withQuote(say(link(name || url || 'without a name', url), payload), quoted?.(payload)),
    };
  };

const ofCheckIn =
  (did: string) =>
  (payload: Payload): Report | null => {
    // Its `url` is where the job reports: whoever opens it does so too.
    if (!payload.check_in) return null;
    const { name, slug, details_url } = payload.check_in;
    const about = name || slug;
    return { about, content: `Check-in ${link(about || 'without a name', details_url)} ${did}.` };
  };

const ofAlarm =
  (did: string) =>
  (payload: Payload): Report | null => {
    if (!payload.alarm) return null;
    const { name, url } = payload.alarm;
    return {
      about: name,
      content: withQuote(`Alarm ${link(name || 'without a name', url)} ${did}`, summary(payload)),
    };
  };

function deployed(payload: Payload): Report | null {
  if (!payload.deploy) return null;
  const { environment, revision, local_username, url } = payload.deploy;
  const what = revision ? `revision ${url ? link(revision, url) : code(revision)}` : link('a revision', url);
  const who = shown(local_username) || personName(payload.actor) || 'Somebody';
  return { about: 'deploys', content: `${who} deployed ${what}${environment ? ` to ${inline(environment)}` : ''}.` };
}

function since({ outage }: Payload): string {
  const at = utcTime(outage?.down_at);
  const status = shown(outage?.status);
  return `${at && ` since ${at}`}${status && ` (status ${status})`}`;
}

const FORMATS: Readonly<Record<string, (payload: Payload) => Report | null>> = {
  alarm_alert: ofAlarm('was triggered'),
  alarm_ok: ofAlarm('is back to normal'),
  assigned: ofFault(
    (error, payload) =>
      `Error ${error} was ${payload.assignee ? `assigned to ${personName(payload.assignee) || 'somebody'}` : 'unassigned'}${by(payload)}`,
  ),
  cert_will_expire: ofSite((site) => `The certificate of site ${site} expires soon`, summary),
  check_in_missing: ofCheckIn('is missing'),
  check_in_reporting: ofCheckIn('is reporting again'),
  commented: ofFault(
    (error, payload) =>
      `${shown(payload.comment?.author) || personName(payload.actor) || 'Somebody'} commented on error ${error}`,
    ({ comment }) => comment?.body,
  ),
  deployed,
  down: ofSite(
    (site, payload) => `:alert: Site ${site} is down${since(payload)}`,
    ({ outage }) => outage?.reason,
  ),
  occurred: ofFault((error) => `Error ${error} occurred`),
  rate_exceeded: ofFault((error) => `Error ${error} exceeded its rate limit`),
  resolved: ofFault((error, payload) => `Error ${error} was resolved${by(payload)}`),
  unresolved: ofFault((error, payload) => `Error ${error} was reopened${by(payload)}`),
  up: ofSite((site, payload) => `:check: Site ${site} is up${payload.outage?.down_at ? ' again' : ''}`),
  volume_spike: ofFault((error) => `Error ${error} occurs unusually often`, summary),
};

export const honeybadger: PayloadFormat = ({ payload: body }) => {
  const payload = Payload.parse(body);
  const { event, project, fault } = payload;
  const report = formatOf(FORMATS, event)(payload);
  const name = project?.name || fault?.project_name || PREFIX.exec(payload.message ?? '')?.[1];
  // Newer versions of the payload may have other fields; the service's own summary is in all.
  const content = report?.content ?? required(sentence(summary(payload)) || null);
  return { topic: topicOf(name, report?.about) || 'Honeybadger', content, event };
};
