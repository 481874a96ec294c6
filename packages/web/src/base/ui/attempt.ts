// Runs an action, once however often it is asked for, and shows a notice if it fails.
import { failureText } from '../text/failures.ts';
import { notify } from './notices.ts';
import { whileUnderway } from './underway.ts';

/** Runs a call; shows its failure at its field, or else as a notice. */
export async function attempt(act: () => Promise<unknown>, showProblem?: (reason: string) => void): Promise<boolean> {
  try {
    await whileUnderway(act);
    return true;
  } catch (error) {
    const reason = failureText(error);
    if (showProblem) {
      showProblem(reason);
      return false;
    }
    notify(reason, true);
    return false;
  }
}

/** As long as a double click takes, and the event of a call may arrive after its response. */
const HELD_MS = 500;
const running = new Set<string>();

/**
 * Like `attempt` for what must not happen twice: false, without a notice, while a call of that name runs or has just succeeded. The name
 * tells apart whatever may rightly follow at once, such as the opposite.
 */
export async function attemptOnce(name: string, act: () => Promise<unknown>): Promise<boolean> {
  if (running.has(name)) return false;
  running.add(name);
  const done = await attempt(act);
  if (done) setTimeout(() => running.delete(name), HELD_MS);
  else running.delete(name);
  return done;
}
