// The caller's seen onboarding hints.
import { BadRequest, markOnboardingStep } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import { markSeen } from './onboarding.actions.ts';

export const onboardingRoutes: Route[] = [
  write(markOnboardingStep, async (context, params) => {
    // [ON3]
    if (params.schedule_navigation_tour_video_reminder_delay !== undefined)
      throw BadRequest('This server has no navigation tour video to remind of.');
    await markSeen(context, context.actor.user_id, params.onboarding_step);
    return {};
  }),
];
