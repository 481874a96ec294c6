// Netlify: https://docs.netlify.com/site-deploys/notifications/#payload-signature. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';
import { flag, formatOf, lookUp, maybe, text } from '../../payload.rules.ts';

const Deploy = z.looseObject({
  name: text,
  state: maybe,
  url: maybe,
  branch: maybe,
  locked: flag,
  error_message: maybe,
});
type Deploy = z.output<typeof Deploy>;

const EVENTS: Readonly<Record<string, (deploy: Deploy) => string>> = {
  deploy_building: () => 'started',
  deploy_created: () => 'is now ready',
  deploy_failed: ({ error_message }) =>
    error_message ? `failed: ${inline(error_message).replace(/\.$/, '')}` : 'failed',
  deploy_locked: () => 'is now locked',
  deploy_unlocked: () => 'is now unlocked',
};
const EVENT_OF_STATE: Readonly<Record<string, string>> = {
  building: 'deploy_building',
  error: 'deploy_failed',
  ready: 'deploy_created',
};

/** The event of a delivery without the header. */
const eventOf = ({ state, locked }: Deploy): string =>
  locked ? 'deploy_locked' : (lookUp(EVENT_OF_STATE, state) ?? state ?? '');

export const netlify: PayloadFormat = ({ headers, payload }) => {
  const header = headers.get('x-netlify-event');
  const deploy = Deploy.parse(payload);
  const event = header ?? eventOf(deploy);
  const state = formatOf(EVENTS, event)(deploy);
  const { name, url, branch } = deploy;
  const on = branch ? ` on branch ${inline(branch)}` : '';
  return {
    topic: topicOf(branch) || topicOf(name),
    content: `The build ${link(name, url)}${on} ${state}.`,
    event,
  };
};
