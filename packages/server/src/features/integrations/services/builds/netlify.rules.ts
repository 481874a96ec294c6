// Netlify: https://docs.netlify.com/site-deploys/notifications/#payload-signature. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';

const maybe = z.string().nullish();
const Deploy = z.looseObject({
  name: z.string(),
  state: maybe,
  url: maybe,
  branch: maybe,
  locked: z.boolean().nullish(),
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

/** Of a delivery without the header. */
function eventOf({ state, locked }: Deploy): string | null {
  if (locked) return 'deploy_locked';
  return state && Object.hasOwn(EVENT_OF_STATE, state) ? EVENT_OF_STATE[state]! : null;
}

export const netlify: PayloadFormat = ({ headers, payload }) => {
  const header = headers.get('x-netlify-event');
  if (header !== null && !Object.hasOwn(EVENTS, header)) throw new UnsupportedEvent(header);
  const deploy = Deploy.parse(payload);
  const event = header ?? eventOf(deploy);
  if (event === null) throw new UnsupportedEvent(deploy.state ?? null);
  const { name, url, branch } = deploy;
  const on = branch ? ` on branch ${inline(branch)}` : '';
  return {
    topic: topicOf(branch) || topicOf(name),
    content: `The build ${link(name, url)}${on} ${EVENTS[event]!(deploy)}.`,
    event,
  };
};
