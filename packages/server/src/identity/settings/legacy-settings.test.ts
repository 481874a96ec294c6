// Settings for clients older than `user_settings`, through HTTP.
import { describe, expect, it } from 'bun:test';
import { displaySettingsState, notificationSettingsState, type ReceivedEvent, reduce } from '@stoa/contract';
import { serveTests, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();

const DISPLAY = Object.keys(displaySettingsState.fields.shape);
const NOTIFICATIONS = Object.keys(notificationSettingsState.fields.shape);

describe('settings of old clients', () => {
  it('[ST13] are at the top level for clients that request their types, and for no other', async () => {
    const { bela } = cast;
    const ofTypes = async (...fetch_event_types: string[]) => bela.registerQueue({ fetch_event_types });
    const display: Record<string, unknown> = await ofTypes('update_display_settings');
    expect(Object.keys(display)).toContainValues(DISPLAY);
    expect(Object.keys(display)).not.toContainAnyValues(NOTIFICATIONS);
    const notifications: Record<string, unknown> = await ofTypes('update_global_notifications');
    expect(Object.keys(notifications)).toContainValues(NOTIFICATIONS);
    expect(Object.keys(notifications)).not.toContainAnyValues(DISPLAY);
    for (const others of [await ofTypes('user_settings', 'realm', 'realm_user'), await bela.registerQueue({})])
      expect(Object.keys(others)).not.toContainAnyValues([...DISPLAY, ...NOTIFICATIONS]);
    const { user_settings } = await ofTypes('user_settings');
    for (const [name, value] of Object.entries(user_settings!))
      expect<unknown[]>([value, undefined]).toContainEqual(display[name] ?? notifications[name]);
  });

  it('[ST13] follow from current events', async () => {
    const { bela } = cast;
    const event_types = ['user_settings', 'update_display_settings', 'update_global_notifications'];
    const before = await bela.registerQueue({ event_types });
    const changes = {
      twenty_four_hour_time: true,
      pm_content_in_desktop_notifications: false,
      color_scheme: 2,
    } as const;
    expect(before).toMatchObject({ twenty_four_hour_time: false, pm_content_in_desktop_notifications: true });
    await verifyEvents(bela, () => bela.updateSettings({ ...changes, web_font_size_px: 17 }));
    const { queue_id, last_event_id } = before;
    const { events } = await bela.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['user_settings']));
    const { queue_id: _, last_event_id: __, ...now } = await bela.registerQueue({ event_types });
    const folded = (events as ReceivedEvent[]).reduce(reduce, before);
    expect(folded).toMatchObject(now);
    expect(folded).toMatchObject(changes);
  });
});
