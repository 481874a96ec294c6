// The unsubscribe page. A GET changes nothing, because mail programs prefetch links. [MM10]
import type { Store } from '../../kit/database/connection.ts';
import type { FormPage } from '../../kit/http/form-page.ts';
import type { Writer } from '../../kit/write.ts';
import { strangeLink, unsubscribe } from './missed-mail.actions.ts';
import { findReaderByKey } from './missed-mail.queries.ts';

export const UNSUBSCRIBE_PATH = '/unsubscribe';

export function unsubscribePages({ store, writer }: { store: Store; writer: Writer }): FormPage[] {
  return [
    {
      path: `${UNSUBSCRIBE_PATH}/:key`,
      is_harmless: true,
      async show({ realm, key }) {
        if (key === null || (await findReaderByKey(store.db, realm.realm_id, key)) === null) throw strangeLink();
        return {
          title: 'No more mail about messages',
          paragraphs: ['We then write to you about no messages any more, whatever they are.'],
          form: { fields: [], button: 'Stop this mail' },
        };
      },
      async submit({ realm, key }) {
        await writer.write(realm.realm_id, (context) => unsubscribe(context, realm, key!));
        const sentence =
          'We do not write to you about messages any more. You can change that in the settings of your app.';
        return { view: { title: 'Done', paragraphs: [sentence] }, result: {} };
      },
    },
  ];
}
