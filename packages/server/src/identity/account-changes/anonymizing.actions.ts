// Removes all identifying data from an account. Messages keep their sender, which then identifies nobody. [PD6]
import { DELETED_USER_NAME, type PersonUpdate, realmUserUpdate } from '@stoa/contract';
import type { z } from 'zod';
import type { Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { setAvatar } from '../avatars/avatars.actions.ts';
import { forgetConfirmationsOfAddress } from '../confirmations/confirmations.actions.ts';
import { setProfileData } from '../profile-fields/profile-values.actions.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { pictureOf } from '../users/addresses.actions.ts';
import { findProfileData } from '../users/profile-data.queries.ts';
import { everybodySeeing } from '../users/user-access.queries.ts';
import { apiEmail, placeholderEmail, type UserRow } from '../users/users.present.ts';
import { getUserRow } from '../users/users.queries.ts';
import { EMAIL_VISIBILITY } from '../users/users.rules.ts';

/** `user` is a deactivated person. */
export async function anonymizeAccount(context: WriteContext, realm: Realm, user: UserRow): Promise<void> {
  const { tx, emit } = context;
  const { realm_id } = realm;
  const { user_id } = user;
  const values = (await findProfileData(tx, realm_id, user_id)).get(user_id) ?? {};
  const cleared = Object.keys(values).map((id) => ({ id: Number(id), value: null }));
  await setProfileData(context, realm, user, cleared, { by_administrator: true });
  if (user.avatar_key !== null) await setAvatar(context, realm_id, user_id, null);
  await forgetConfirmationsOfAddress(context, realm_id, emailKey(user.email));
  const host = emailHost(realm);
  const email = placeholderEmail(user_id, host);
  await tx.run(
    sql`update users set full_name = ${DELETED_USER_NAME}, email = ${email}, email_key = ${emailKey(email)}, timezone = '',
       password_hash = null, api_key_generation = api_key_generation + 1, avatar_source = 'J',
       avatar_version = avatar_version + 1, awaits_first_login = false, is_imported_stub = false, is_erased = true, edited_settings = '[]',
       settings = ${JSON.stringify({ email_address_visibility: EMAIL_VISIBILITY.nobody })}
     where user_id = ${user_id}`,
  );
  context.invalidateAccess([user_id]);
  const after = await getUserRow(tx, realm_id, user_id);
  const audience = await everybodySeeing(tx, realm_id, after);
  const announce = (person: z.input<typeof PersonUpdate>) => emit(realmUserUpdate, { person }, audience);
  announce({ user_id, full_name: after.full_name });
  announce({ user_id, is_deleted: true });
  announce({ user_id, delivery_email: null });
  const new_email = apiEmail(after, host);
  if (new_email !== apiEmail(user, host)) announce({ user_id, new_email });
  announce(pictureOf(after));
  if (user.timezone !== '') announce({ user_id, email: new_email, timezone: '' });
}
