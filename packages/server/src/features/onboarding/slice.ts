// Onboarding hints.

import { onboardingContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findOnboardingSteps } from './onboarding.queries.ts';
import { onboardingRoutes } from './onboarding.routes.ts';

export const onboardingSlice = defineSlice({
  contract: onboardingContract,
  routes: onboardingRoutes,
  state: {
    onboarding: async (db, { actor }) => ({
      onboarding_steps: await findOnboardingSteps(db, actor.user_id),
      navigation_tour_video_url: null,
    }),
  },
  tables: {
    onboarding_steps: {
      accounts: ['user_id'],
      on_export: { none: 'it only says which hints were shown' },
      on_own_export: { owner: 'user_id', by: 'name' },
      on_erasure: 'rows',
    },
  },
});
