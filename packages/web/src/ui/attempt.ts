// Runs what the reader asked for, and tells them when it fails.
import { ApiError } from '@stoa/contract';
import { t } from '../text/text.ts';
import { notify } from './notices.ts';

/** Why a call has failed, in words for the reader. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? error.message : t('server_unreachable');

/** Runs a call and says so when it fails. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    notify(t('something_failed', { reason: failureText(error) }));
    return false;
  }
}
