// Texts on the validity of invitations and on failed ones. Pure.
import { ApiError } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { failureText, refusalText } from '../../base/text/failures.ts';
import { locale } from '../../base/text/text.ts';

const DAY = 24 * 60;
/** In minutes; null for no limit. */
export const EXPIRIES: readonly (number | null)[] = [DAY, 3 * DAY, 7 * DAY, 10 * DAY, 30 * DAY, null];
export const FIRST_EXPIRY = 10 * DAY;

export const expiryName = (minutes: number | null): string =>
  minutes === null ? t('expires_never') : t('expires_in_days', { count: minutes / DAY });

export function expiryText(expiry_date: number | null): string {
  if (expiry_date === null) return t('expires_never');
  const date = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    expiry_date * 1000,
  );
  return t('expires_at', { date });
}

/** The problem with each address; the others were invited if the server says so. */
export function explained(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVITATION_FAILED') return error;
  const errors = (error.fields.errors ?? []) as [email: string, why: string, deactivated: boolean][];
  const reasons = (error.fields.reasons ?? []) as (string | null)[];
  const explain = ([email, why]: (typeof errors)[number], at: number) => `${email}: ${refusalText(reasons[at]) ?? why}`;
  const parts = [failureText(error), ...errors.map(explain)];
  if (error.fields.sent_invitations) parts.push(t('others_invited'));
  // Already in the reader's language.
  return new ApiError('BAD_REQUEST', error.status, parts.join(' '));
}
