// A page that ends mails of one kind. A GET changes nothing, because mail programs prefetch links. [MM10] [DG9]
import { BadRequest, type RealmId, type UserId } from '@stoa/contract';
import type { Realm } from '../access/actor.ts';
import type { Connection, Store } from '../database/connection.ts';
import type { FormPage } from '../http/pages/form-page.ts';
import { WITHOUT_CREDENTIALS } from '../write/audit-record.ts';
import type { Writer } from '../write/write.ts';
import type { WriteContext } from '../write/write-context.ts';

export interface Unsubscribing {
  /** Without the key. */
  readonly path: `/${string}`;
  readonly title: string;
  /** Asks what the button would do. */
  readonly question: string;
  /** Says what the button has done. */
  readonly result: string;
  /** The owner of a link; null for an unknown key. */
  findReaderByKey(db: Connection, realm_id: RealmId, key: string): Promise<UserId | null>;
  unsubscribe(context: WriteContext, realm: Realm, user_id: UserId): Promise<void>;
}

const strangeLink = () => BadRequest('This link is not valid here. Change what you are mailed in the settings.');

export function unsubscribePage({ store, writer }: { store: Store; writer: Writer }, kind: Unsubscribing): FormPage {
  const getReader = async (db: Connection, realm: Realm, key: string): Promise<UserId> => {
    const user_id = await kind.findReaderByKey(db, realm.realm_id, key);
    if (user_id === null) throw strangeLink();
    return user_id;
  };
  return {
    path: `${kind.path}/:key`,
    is_harmless: true,
    async show({ realm, key }) {
      if (key === null) throw strangeLink();
      await getReader(store.db, realm, key);
      return { title: kind.title, paragraphs: [kind.question], form: { fields: [], button: 'Unsubscribe' } };
    },
    async submit({ realm, key }) {
      const leave = async (context: WriteContext) =>
        kind.unsubscribe(context, realm, await getReader(context.tx, realm, key!));
      await writer.write(realm.realm_id, leave, { origin: WITHOUT_CREDENTIALS });
      return { view: { title: 'You’re unsubscribed', paragraphs: [kind.result] }, result: {} };
    },
  };
}
