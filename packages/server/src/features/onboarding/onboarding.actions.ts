// Every write of seen onboarding hints.

import { BadRequest, ONBOARDING_STEPS, onboardingStepsChanged, type UserId } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findOnboardingSteps } from './onboarding.queries.ts';

/** [ON2] Marking a hint twice causes no event. */
export async function markSeen({ tx, emit }: WriteContext, user_id: UserId, name: string): Promise<void> {
  if (!(ONBOARDING_STEPS as readonly string[]).includes(name)) throw BadRequest(`Unknown onboarding_step: ${name}`);
  const marked = await tx.run(
    sql`insert into onboarding_steps (user_id, name) values (${user_id}, ${name}) on conflict (user_id, name) do nothing`,
  );
  if (marked === 0) return;
  emit(onboardingStepsChanged, { onboarding_steps: await findOnboardingSteps(tx, user_id) }, { users: [user_id] });
}
