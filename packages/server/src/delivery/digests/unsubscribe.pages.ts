// The page that ends digests. A GET changes nothing, because mail programs prefetch links. [DG9]
import { WITHOUT_CREDENTIALS } from '../../kit/audit-record.ts';
import type { Store } from '../../kit/database/connection.ts';
import type { FormPage } from '../../kit/http/form-page.ts';
import type { Writer } from '../../kit/write.ts';
import type { WriteContext } from '../../kit/write-context.ts';
import { strangeLink, unsubscribe } from './digests.actions.ts';
import { findReaderByKey } from './digests.queries.ts';

export const UNSUBSCRIBE_PATH = '/unsubscribe-digest';

export function unsubscribePages({ store, writer }: { store: Store; writer: Writer }): FormPage[] {
  return [
    {
      path: `${UNSUBSCRIBE_PATH}/:key`,
      is_harmless: true,
      async show({ realm, key }) {
        if (key === null || (await findReaderByKey(store.db, realm.realm_id, key)) === null) throw strangeLink();
        return {
          title: 'Unsubscribe from weekly digests',
          paragraphs: ['You won’t get any more weekly emails about what happened while you were away.'],
          form: { fields: [], button: 'Unsubscribe' },
        };
      },
      async submit({ realm, key }) {
        const leave = (context: WriteContext) => unsubscribe(context, realm, key!);
        await writer.write(realm.realm_id, leave, { origin: WITHOUT_CREDENTIALS });
        const sentence = 'You won’t get weekly digests any more. You can turn them back on in your settings.';
        return { view: { title: 'You’re unsubscribed', paragraphs: [sentence] }, result: {} };
      },
    },
  ];
}
