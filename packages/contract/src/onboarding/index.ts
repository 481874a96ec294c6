// Onboarding hints, shown once to each account, and which of them it has seen.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';

const NOTICE = 'one_time_notice';

/** In the order clients receive them; the names are the ids clients use. */
export const ONBOARDING_STEPS = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fade',
  'interleaved_view_messages_fade',
  'intro_resolve_topic',
] as const;
export type OnboardingStepName = (typeof ONBOARDING_STEPS)[number];

const OnboardingStep = z.object({ type: z.string(), name: z.string() });
export type OnboardingStep = z.output<typeof OnboardingStep>;

/** The hints the account has not seen. */
export function stepsLeft(seen: ReadonlySet<string>): OnboardingStep[] {
  return ONBOARDING_STEPS.filter((name) => !seen.has(name)).map((name) => ({ type: NOTICE, name }));
}

export const onboardingStepsChanged = event({
  type: 'onboarding_steps',
  fields: () => z.object({ onboarding_steps: z.array(OnboardingStep) }),
  summary: 'The account has seen a hint: the remaining hints.',
});

export const markOnboardingStep = endpoint({
  id: 'mark-onboarding-step-as-read',
  method: 'POST',
  path: '/users/me/onboarding_steps',
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      onboarding_step: z.string(),
      /** Seconds until a reminder of the tour video; unused, because this server has no video. */
      schedule_navigation_tour_video_reminder_delay: z.int().min(0).optional(),
    }),
  errors: [BadRequest],
  emits: [onboardingStepsChanged],
  summary: 'Mark a hint as seen, so that no client shows it again',
});

export const onboardingState = state({
  fetch: ['onboarding_steps'],
  fields: () =>
    z.object({
      onboarding_steps: z.array(OnboardingStep),
      /** Null: this server has no video. */
      navigation_tour_video_url: z.string().nullable(),
    }),
});

export const reduceOnboarding: Reducer = (state: ClientState, event: ReceivedEvent): ClientState =>
  event.type === 'onboarding_steps' && state.onboarding_steps
    ? { ...state, onboarding_steps: event.onboarding_steps }
    : state;

export const onboardingContract = slice({
  name: 'onboarding',
  endpoints: { markOnboardingStep },
  events: [onboardingStepsChanged],
  state: { onboarding: onboardingState },
  reduce: [reduceOnboarding],
});
