// Onboarding hints, through HTTP.
import { describe, expect, it } from 'bun:test';
import { ONBOARDING_STEPS } from '@stoa/contract';
import { serveTests, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();

const code = (call: Promise<unknown>) =>
  call.then(
    () => 'success',
    ({ code }) => code,
  );

describe('onboarding steps', () => {
  it('[ON1] are in the initial state of each account, and there is no video', async () => {
    const { onboarding_steps, navigation_tour_video_url } = await cast.dara.registerQueue({
      fetch_event_types: ['onboarding_steps'],
    });
    expect(onboarding_steps).toEqual(ONBOARDING_STEPS.map((name) => ({ type: 'one_time_notice', name })));
    expect(navigation_tour_video_url).toBeNull();
  });

  it('[ON2] are marked once, for one account only, and the rest is announced to its clients', async () => {
    const { dara, eli, finn, bot } = cast;
    const [first, second] = ONBOARDING_STEPS;
    const { events } = await verifyEvents([dara, eli], () => dara.markOnboardingStep({ onboarding_step: second }));
    expect(events[0]).toMatchObject([{ type: 'onboarding_steps' }]);
    expect(JSON.stringify(events[0])).not.toContain(second);
    expect(JSON.stringify(events[0])).toContain(first);
    expect(events[1]).toEqual([]);
    const again = await verifyEvents(dara, () => dara.markOnboardingStep({ onboarding_step: second }));
    expect(again.events[0]).toEqual([]);
    const fetch_event_types = ['onboarding_steps'];
    expect((await dara.registerQueue({ fetch_event_types })).onboarding_steps).toHaveLength(
      ONBOARDING_STEPS.length - 1,
    );
    expect((await eli.registerQueue({ fetch_event_types })).onboarding_steps).toHaveLength(ONBOARDING_STEPS.length);
    for (const who of [finn, bot]) await who.markOnboardingStep({ onboarding_step: first });
  });

  it('[ON2] [ON3] that do not exist, and reminders of a missing video, are refused', async () => {
    const { dara } = cast;
    for (const onboarding_step of ['', 'no step', 'constructor', ONBOARDING_STEPS[0].toUpperCase()])
      expect([onboarding_step, await code(dara.markOnboardingStep({ onboarding_step }))]).toEqual([
        onboarding_step,
        'BAD_REQUEST',
      ]);
    const reminded = { onboarding_step: ONBOARDING_STEPS[0], schedule_navigation_tour_video_reminder_delay: 60 };
    const { events } = await verifyEvents(dara, async () => {
      expect(await code(dara.markOnboardingStep(reminded))).toBe('BAD_REQUEST');
    });
    expect(events[0]).toEqual([]);
  });
});
