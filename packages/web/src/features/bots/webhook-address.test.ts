// URLs that services post to.
import { describe, expect, it } from 'bun:test';
import type { IncomingWebhook } from '@stoa/contract';
import { webhookAddress } from './webhook-address.ts';

const github: IncomingWebhook = {
  name: 'github',
  display_name: 'GitHub',
  all_event_types: ['issues', 'push_commits'],
  config_options: [],
  url_options: [
    { key: 'branches', label: '', validator: 'check_string' },
    { key: 'use_merge_request_title', label: 'Titles', validator: 'check_bool' },
    { key: 'channels_map_to_topics', label: 'Topics', validator: 'check_string' },
  ],
};
const plain = {
  integration: github,
  api_key: 'k3y',
  channel_id: null,
  topic: '',
  only_events: [],
  options: {},
} as const;
const base = 'https://chat.example/api/v1/external/github?api_key=k3y';

describe('[WB410] the URL of a webhook', () => {
  it('has nothing that is as without it', () => {
    expect(webhookAddress('https://chat.example', plain)).toBe(base);
    expect(webhookAddress('https://chat.example/', { ...plain, topic: 'unused' })).toBe(base);
    const options = { branches: ' ', use_merge_request_title: true, channels_map_to_topics: false };
    expect(webhookAddress('https://chat.example', { ...plain, options: { ...options, branches: '' } })).toBe(base);
  });

  it('has what was chosen, as the server reads it', () => {
    const options = { branches: 'main, release/*', use_merge_request_title: false, channels_map_to_topics: true };
    const address = new URL(
      webhookAddress('https://chat.example', {
        ...plain,
        channel_id: 7,
        topic: ' builds & co ',
        only_events: ['issues'],
        options,
      }),
    );
    expect(Object.fromEntries(address.searchParams)).toEqual({
      api_key: 'k3y',
      stream: '7',
      topic: 'builds & co',
      only_events: '["issues"]',
      branches: 'main, release/*',
      use_merge_request_title: 'false',
      channels_map_to_topics: '1',
    });
  });
});
