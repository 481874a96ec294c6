// Before an organization requires two-factor sign-in: what its author needs, and whom it shuts out until they have it.
import { type RealmId, Refused, type Role, type UserId } from '@stoa/contract';
import { removeQueuesOfAll } from '../../feed/queue.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findCredentialsById } from '../auth/auth.queries.ts';
import type { PasswordFacts } from '../auth/counting-passwords.queries.ts';
import { getRealmSettings } from '../realm/realm-settings.queries.ts';
import type { RoleChange } from '../users/users.hooks.ts';
import { findGaps, isRequired, isRequiredOf } from './requirement.queries.ts';
import { concerns } from './requirement.rules.ts';
import { findTwoFactor, hasSecondFactor } from './two-factor.queries.ts';

/** The check of every request follows the setting itself; polls that wait are ended here. [TF19] [TF22] */
export async function prepareRequirement(
  context: WriteContext,
  passwords: PasswordFacts,
  { realm, user_id }: Parameters<SecondFactor['prepareRequirement']>[1],
  required: string,
): Promise<void> {
  const { tx } = context;
  const author = (await findCredentialsById(tx, realm.realm_id, user_id))!;
  if (required === (author.require_two_factor ?? 'nobody')) return;
  if (await isRequired(tx, passwords, { ...author, require_two_factor: required }))
    if (!(await hasSecondFactor(tx, passwords, realm, author))) throw Refused('two_factor_own_first');
  const gaps = await findGaps(tx, passwords, realm);
  await endQueues(
    context,
    gaps.filter(({ role }) => concerns(required, { role, is_bot: false })).map((gap) => gap.user_id),
  );
}

/** After it was switched off for somebody who must have it. [TF19] */
export async function endQueuesIfRequired(
  context: WriteContext,
  passwords: PasswordFacts,
  realm_id: RealmId,
  user_id: UserId,
): Promise<void> {
  if (await isRequiredOf(context.tx, passwords, realm_id, user_id)) await endQueues(context, [user_id]);
}

/**
 * Of somebody whose new role obliges them, and who has no codes. The hook knows of no passwords: of people without one, and of those with a
 * passkey, who go on, apps register again. [TF53]
 */
export async function endQueuesOfPromoted(context: WriteContext, { realm, user, from, to }: RoleChange): Promise<void> {
  const { require_two_factor } = await getRealmSettings(context.tx, realm.realm_id);
  const isConcerned = (role: Role) => concerns(require_two_factor, { role, is_bot: user.is_bot });
  if (!isConcerned(to) || isConcerned(from)) return;
  if ((await findTwoFactor(context.tx, user.user_id)) === null) await endQueues(context, [user.user_id]);
}

async function endQueues({ tx, invalidateAccess }: WriteContext, user_ids: readonly UserId[]): Promise<void> {
  await removeQueuesOfAll(tx, user_ids);
  invalidateAccess(user_ids);
}
