// Every read of seen onboarding hints.

import { type OnboardingStep, stepsLeft, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export async function findOnboardingSteps(db: Connection, user_id: UserId): Promise<OnboardingStep[]> {
  const steps = await db.all<{ name: string }>(sql`select name from onboarding_steps where user_id = ${user_id}`);
  return stepsLeft(new Set(steps.map(({ name }) => name)));
}
