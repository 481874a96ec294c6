// `stoa init`: creates an organization and its owner.

import { storeSettings } from '../config/config.ts';
import { text } from '../config/setting.ts';
import { createOrganization } from '../features/setup/organizations.actions.ts';
import { checkSecret } from '../identity/auth/secret-mark.actions.ts';
import { checkFullName } from '../identity/users/users.rules.ts';
import { checkEmail } from '../kit/email-addresses.ts';
import { command } from './command.ts';
import { readPassword } from './input.ts';
import { withStore } from './store.ts';
import { print } from './terminal.ts';
import { writingZuliprc, zuliprc } from './zuliprc.ts';

export const init = command({
  settings: {
    ...storeSettings,
    org: text({ value: 'NAME', summary: 'name of the organization', required: true }),
    email: text({ value: 'EMAIL', summary: 'email address of the owner', required: true }),
    name: text({ value: 'NAME', summary: 'full name of the owner', required: true }),
    url: text({ value: 'URL', summary: 'where people will reach the organization', fallback: 'http://127.0.0.1:8100' }),
    password_file: text({ value: 'FILE', summary: "file with the owner's password; - for standard input" }),
    zuliprc: text({ value: 'FILE', summary: "file to write the owner's API key to; it must not exist yet" }),
  },
  notes:
    'Without --password-file the owner has no password and signs in by API key. Without --zuliprc the key is printed.',
  async run(values) {
    const password = await readPassword(values.password_file);
    // Checked before anything is written: an organization must not be left without its owner.
    const owner = { email: checkEmail(values.email), full_name: checkFullName(values.name), password };
    await writingZuliprc(values.zuliprc, (write) =>
      withStore(values, async ({ writer, keys }) => {
        await checkSecret(writer, keys, false);
        const made = await createOrganization(writer, { name: values.org, url: values.url, owner });
        const access = { email: made.owner.email, key: keys.keyOf(made.owner.user_id, 1), site: made.realm.url };
        write(access);
        print(`Created the organization "${made.realm.name}" at ${made.realm.url} with the owner ${made.owner.email}.`);
        if (values.zuliprc === undefined) print(`For a zuliprc file of the owner:\n\n${zuliprc(access)}`);
        else print(`The owner's API key is in ${values.zuliprc}.`);
      }),
    );
    return 0;
  },
});
