// A successful call for each endpoint of onboarding.
import type { onboardingContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const onboardingSamples: Samples<typeof onboardingContract> = {
  markOnboardingStep: () => ({ onboarding_step: 'intro_inbox_view_modal' }),
};
