// Checks that a chosen password is hard to guess. The estimate takes up to a second for hostile passwords and its word lists 70
// MB, so it runs in a thread that ends when idle. [AU11]
import { Worker } from 'node:worker_threads';
import { PASSWORD_MIN_GUESSES, Refused } from '@stoa/contract';
import { IdleThread } from '../../kit/processes/idle-thread.ts';

export interface ChosenPassword {
  readonly password: string;
  readonly about: readonly string[];
}

const estimator = new IdleThread<ChosenPassword, number>(
  () => new Worker(new URL('./password-strength.worker.ts', import.meta.url)),
);

/** `about`: facts about the person that make bad passwords. */
export async function checkStrength(password: string, about: readonly string[]): Promise<string> {
  if ((await estimator.ask({ password, about })) < PASSWORD_MIN_GUESSES) throw Refused('weak_password');
  return password;
}
