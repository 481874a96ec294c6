// `stoa init`: creates an organization and its owner.

import { createOrganization } from '../features/setup/organizations.actions.ts';
import { checkSecret } from '../identity/auth/secret-mark.actions.ts';
import { checkFullName } from '../identity/users/users.rules.ts';
import { checkEmail } from '../kit/text/email-addresses.ts';
import type { InitValues } from './declarations.ts';
import { readPasswordHash } from './input.ts';
import { withStoreOrNew } from './store.ts';
import { print } from './terminal.ts';
import { writingZuliprc, zuliprc } from './zuliprc.ts';

export async function init(values: InitValues): Promise<number> {
  // Checked before anything is written: an organization must not be left without its owner.
  const owner = {
    email: checkEmail(values.email),
    full_name: checkFullName(values.name),
    password_hash: await readPasswordHash(values.password_file),
  };
  await writingZuliprc(values.zuliprc, (write) =>
    withStoreOrNew(values, async ({ writer, keys }) => {
      await checkSecret(writer, keys, false);
      const created = await createOrganization(writer, { name: values.org, url: values.url, owner });
      const access = { email: created.owner.email, key: keys.keyOf(created.owner.user_id, 1), site: created.realm.url };
      write(access);
      print(
        `Created the organization "${created.realm.name}" at ${created.realm.url} with the owner ${created.owner.email}.`,
      );
      if (values.zuliprc === undefined) print(`For a zuliprc file of the owner:\n\n${zuliprc(access)}`);
      else print(`The owner's API key is in ${values.zuliprc}.`);
    }),
  );
  return 0;
}
