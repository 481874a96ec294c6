// Outside services that are not used, and the restart event.
import { describe, expect, it } from 'bun:test';
import type { ReceivedEvent } from '@stoa/contract';
import { serveTests } from '@stoa/testkit';

const { server, cast } = await serveTests();

describe('outside services', () => {
  it('[RE16] are refused in the documented way, with the reason', async () => {
    const { ada } = cast;
    const device = { realm_uuid: 'a', token_id: 'b', encrypted_push_registration: 'c', bouncer_public_key: 'd' };
    const calls: [string, () => Promise<unknown>][] = [
      ['Constructor Groups is not configured.', () => ada.createConstructorGroupsCall()],
      ['AI features are not enabled on this server.', () => ada.getMessagesSummary({ narrow: [] })],
      ['This server is no push notification service for other servers.', () => ada.registerRemotePushDevice(device)],
    ];
    for (const [message, call] of calls)
      await expect(call()).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST', message });
  });

  it('[RE17] are reported as unused by register, each with its type', async () => {
    const fields: Record<string, object> = {
      giphy: { giphy_api_key: '' },
      tenor: { tenor_api_key: '' },
      realm_billing: { realm_billing: { has_pending_sponsorship_request: false } },
      stop_words: { stop_words: [] },
    };
    for (const [type, expected] of Object.entries(fields)) {
      const { queue_id, ...state } = await cast.dara.registerQueue({ fetch_event_types: [type] });
      expect(state).toMatchObject(expected);
      for (const other of Object.values(fields))
        if (other !== expected) expect(state).not.toHaveProperty(Object.keys(other)[0]!);
    }
    const { server_timestamp } = await cast.dara.registerQueue({ fetch_event_types: ['presence'] });
    const now = server.clock.now() / 1000;
    expect(server_timestamp).toBeWithin(now - 60, now + 1);
  });
});

it('[RE15] clients registered before a restart are notified of it', async () => {
  const { queue_id, last_event_id, server_generation, zulip_version } = await cast.dara.registerQueue();
  await server.restart();
  const { events } = await cast.dara.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
  expect((events as ReceivedEvent[]).filter(({ type }) => type === 'restart')).toMatchObject([
    { server_generation: server_generation!, zulip_version, zulip_feature_level: 481, service_feature_level: 481 },
  ]);
});
