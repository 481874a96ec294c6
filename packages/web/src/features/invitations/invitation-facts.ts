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

/** The code of refusals that are about the addresses; no text is known for it but the one it carries. */
export const INVITEES = 'INVITEES';

type AddressProblem = readonly [email: string, why: string, deactivated: boolean];

const problemsIn = (error: unknown): readonly AddressProblem[] | null =>
  error instanceof ApiError && error.code === 'INVITATION_FAILED'
    ? ((error.fields.errors ?? []) as AddressProblem[])
    : null;

/** The problem with each address, and whether the others were invited. */
export function explained(error: unknown): unknown {
  const problems = problemsIn(error);
  if (problems === null) return error;
  const { status, fields } = error as ApiError;
  const reasons = (fields.reasons ?? []) as (string | null)[];
  const explain = ([email, why]: AddressProblem, at: number) => `${email}: ${refusalText(reasons[at]) ?? why}`;
  // Already in the reader's language.
  return new ApiError(INVITEES, status, [failureText(error), ...problems.map(explain)].join(' '));
}

/** The addresses to correct, where the others were invited; null where none was. */
export function notInvited(error: unknown): string | null {
  const problems = problemsIn(error);
  const others_invited = problems !== null && (error as ApiError).fields.sent_invitations === true;
  return others_invited ? problems.map(([email]) => email).join(', ') : null;
}
