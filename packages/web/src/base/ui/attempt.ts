// Runs an action and shows a notice if it fails.
import { failureText } from '../text/failures.ts';
import { t } from '../text/text.ts';
import { notify } from './notices.ts';

/** Runs a call; shows its failure as a notice. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    notify(t('something_failed', { reason: failureText(error) }));
    return false;
  }
}
