// Buildbot: https://docs.buildbot.net/latest/manual/configuration/reporters/zulip_status.html. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, link, topicOf } from '../../markdown.rules.ts';
import { count, maybe, text } from '../../payload.rules.ts';

const Build = z.looseObject({
  event: text,
  buildid: text,
  buildername: text,
  url: maybe,
  project: maybe,
  results: count,
});

/** Indexed by the number of the result. */
const RESULTS = ['success', 'warnings', 'failure', 'skipped', 'exception', 'retry', 'cancelled'];

export const buildbot: PayloadFormat = ({ payload }) => {
  const { event, buildid, buildername, url, project, results } = Build.parse(payload);
  if (event !== 'new' && event !== 'finished') throw new UnsupportedEvent(event);
  const build = `Build ${link(`#${buildid}`, url)}`;
  const result = RESULTS[results ?? -1] ?? 'unknown';
  const content =
    event === 'new'
      ? `${build} for ${bold(buildername)} started.`
      : `${build} (result: ${result}) for ${bold(buildername)} finished.`;
  return { topic: topicOf(project) || 'general', content, event };
};
