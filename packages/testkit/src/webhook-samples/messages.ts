// Deliveries of services and programs that post messages of their own.
import {
  DROPBOX,
  FLOCK,
  HELLOWORLD,
  HOMEASSISTANT,
  IFTTT,
  JOTFORM,
  WORDPRESS,
  ZAPIER,
} from './messages/automations.ts';
import { LIDARR, RADARR, SONARR } from './messages/servarr.ts';
import {
  SLACK,
  SLACK_BLOCKS,
  SLACK_EVENT,
  SLACK_EVENTS,
  SLACK_LEGACY,
  SLACK_ODD,
  SLACK_RICH_TEXT,
} from './messages/slack.ts';
import { headed, plain, type Sample } from './sample.ts';

export const MESSAGES: readonly Sample[] = [
  ...plain('dropbox', DROPBOX),
  ...plain('flock', FLOCK),
  ...plain('helloworld', HELLOWORLD),
  ...plain('homeassistant', HOMEASSISTANT),
  ...plain('ifttt', IFTTT),
  ...plain('jotform', JOTFORM),
  ...plain('json', {
    message: { topic: 'T', text: 'said' },
    data: [1, { a: '~~~~' }],
    both: { text: 'said', level: 3 },
  }),
  ...plain('lidarr', LIDARR),
  ...plain('radarr', RADARR),
  ...plain('slack_incoming', {
    text: SLACK,
    blocks: SLACK_BLOCKS,
    'rich text': SLACK_RICH_TEXT,
    'odd fields': SLACK_ODD,
    nothing: { text: null },
  }),
  ...plain('slack', { ...SLACK_EVENTS, form: SLACK_LEGACY }),
  ...headed('slack', 'x-slack-retry-reason', { 'event again': SLACK_EVENT }, () => 'http_timeout'),
  ...plain('sonarr', SONARR),
  ...plain('wordpress', WORDPRESS),
  ...plain('zapier', ZAPIER),
];
