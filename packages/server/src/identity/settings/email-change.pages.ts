// The page behind a mailed link that confirms a new address. It asks first, because mail scanners open links too.

import type { Store } from '../../kit/database/connection.ts';
import type { FormPage } from '../../kit/http/pages/form-page.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { usedLink } from '../confirmations/confirmations.actions.ts';
import { findConfirmation } from '../confirmations/confirmations.queries.ts';
import { confirmEmailChange } from './email-change.actions.ts';

export function emailChangePages({ store, writer }: { store: Store; writer: Writer }): FormPage[] {
  return [
    {
      path: '/confirm-email/:key',
      is_in_client: true,
      async show({ realm, key, now }) {
        const confirmation = key && (await findConfirmation(store.db, realm.realm_id, 'email-change', key, now));
        if (!confirmation) throw usedLink();
        return {
          title: 'Confirm your new email address',
          paragraphs: [`The email address of your account will be ${confirmation.email}.`],
          form: { fields: [], button: 'Confirm' },
          facts: { organization: realm.name, email: confirmation.email },
        };
      },
      async submit({ realm, key }) {
        const confirm = (context: WriteContext) => confirmEmailChange(context, realm, key!);
        const email = await writer.write(realm.realm_id, confirm, { origin: WITHOUT_CREDENTIALS });
        const sentence = `The email address of your account is now ${email}. Use it to sign in.`;
        return { view: { title: 'Done', paragraphs: [sentence] }, result: { email } };
      },
    },
  ];
}
