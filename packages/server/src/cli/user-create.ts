// `stoa user create`: one account, or one for each line of standard input.

import { ApiError } from '@stoa/contract';
import type { Base } from '../base.ts';
import { flagOf } from '../config/setting.ts';
import { checkSecret } from '../identity/auth/secret-mark.actions.ts';
import { createAccount } from '../identity/users/users.actions.ts';
import { findUntouchedAccount } from '../identity/users/users.queries.ts';
import { checkFullName } from '../identity/users/users.rules.ts';
import type { Realm } from '../kit/access/actor.ts';
import { batchesOf } from '../kit/database/batches.ts';
import { checkEmail } from '../kit/text/email-addresses.ts';
import { UsageError } from './command.ts';
import type { UserCreateValues } from './declarations.ts';
import { readLines, readPasswordHash } from './input.ts';
import { parseRole } from './roles.ts';
import { pickRealm, requireStore, withStore } from './store.ts';
import { print, printError, printRow } from './terminal.ts';
import { parseUserLines, type WantedAccount } from './user-lines.ts';
import { writingZuliprc } from './zuliprc.ts';

/** Accounts in flight at once; the write path groups them into commits. */
const AT_ONCE = 512;

export async function userCreate(values: UserCreateValues): Promise<number> {
  requireStore(values);
  return values.stdin ? createMany(values) : createOne(values);
}

async function createOne(values: UserCreateValues): Promise<number> {
  const { email, name } = values;
  if (email === undefined || name === undefined) throw new UsageError('--email and --name are required, or --stdin');
  const account = { email: checkEmail(email), full_name: checkFullName(name), role: parseRole(values.role) };
  const password_hash = await readPasswordHash(values.password_file);
  await writingZuliprc(values.zuliprc, (write) =>
    withStore(values, async ({ store, writer, keys }) => {
      await checkSecret(writer, keys, false);
      const realm = await pickRealm(store.db, values.org);
      const user = await writer.write(realm.realm_id, (context) =>
        createAccount(context, realm, { ...account, password_hash, awaits_first_login: true }),
      );
      const key = keys.keyOf(user.user_id, 1);
      write({ email: user.email, key, site: realm.url });
      if (values.zuliprc === undefined) printRow([user.user_id, user.email, key]);
      else print(`Created ${user.email}; the API key is in ${values.zuliprc}.`);
    }),
  );
  return 0;
}

async function createMany(values: UserCreateValues): Promise<number> {
  for (const name of ['email', 'name', 'password_file', 'zuliprc'] as const)
    if (values[name] !== undefined) throw new UsageError(`${flagOf(name)} can't be used with --stdin`);
  const lines = parseUserLines(await readLines());
  return withStore(values, async (base) => {
    await checkSecret(base.writer, base.keys, false);
    const realm = await pickRealm(base.store.db, values.org);
    let failed = 0;
    for (const batch of batchesOf(lines, AT_ONCE)) failed += await createSome(base, realm, batch);
    return failed === 0 ? 0 : 1;
  });
}

/** Returns how many could not be created. */
async function createSome({ writer, keys }: Base, realm: Realm, wanted: readonly WantedAccount[]): Promise<number> {
  const results = await Promise.allSettled(
    wanted.map((account) =>
      writer.write(
        realm.realm_id,
        async (context) =>
          // An earlier run that was killed may have created it. [CL21]
          (await findUntouchedAccount(context.tx, realm, account)) ??
          createAccount(context, realm, { ...account, password_hash: null, awaits_first_login: true }),
      ),
    ),
  );
  let failed = 0;
  for (const [at, result] of results.entries()) {
    if (result.status === 'fulfilled') {
      const { user_id, email } = result.value;
      printRow([user_id, email, keys.keyOf(user_id, 1)]);
    } else if (result.reason instanceof ApiError) {
      failed++;
      printError(`line ${wanted[at]!.line}: ${result.reason.message}`);
    } else throw result.reason;
  }
  return failed;
}
