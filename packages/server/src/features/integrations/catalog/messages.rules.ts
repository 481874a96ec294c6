// Services and programs that post messages of their own.
import type { Integration } from '../integration.rules.ts';

export const MESSAGES: readonly Integration[] = [
  {
    name: 'json',
    display_name: 'JSON',
    event_types: null,
    takes_form: true,
    load: async () => (await import('../services/messages/json.rules.ts')).json,
  },
  {
    name: 'slack',
    display_name: 'Slack',
    event_types: null,
    takes_form: true,
    url_options: [
      {
        key: 'channels_map_to_topics',
        label: 'Send messages of each Slack channel to its own topic',
        validator: 'check_string',
      },
    ],
    load: async () => (await import('../services/messages/slack-events.rules.ts')).slack,
  },
  {
    name: 'slack_incoming',
    display_name: 'Slack-compatible webhook',
    event_types: null,
    load: async () => (await import('../services/messages/slack.rules.ts')).slackIncoming,
  },
];
