// The signed-in person's data on this device for offline use, in IndexedDB. Every write and read checks, in its own transaction, that the
// records are still this person's: after sign-out in any tab, nothing is written. [WB144]
import { resultOf, transact } from './device-records.ts';
import type { Session } from './stored-session.ts';

const OWNER = 'owner';

const ownerOf = ({ email, session_id }: Session) => JSON.stringify([email, session_id]);

export class DeviceStore {
  private constructor(private readonly owner: string) {}

  /** Deletes another person's records. Null if the browser stores nothing. */
  static async claim(session: Session): Promise<DeviceStore | null> {
    const owner = ownerOf(session);
    try {
      await transact('readwrite', async (records) => {
        if ((await resultOf(records.get(OWNER))) === owner) return;
        await resultOf(records.clear());
        await resultOf(records.put(owner, OWNER));
      });
      return new DeviceStore(owner);
    } catch {
      return null;
    }
  }

  /** The values of these keys; undefined where there is none. */
  read(keys: readonly string[]): Promise<unknown[]> {
    return transact('readonly', async (records) => {
      if ((await resultOf(records.get(OWNER))) !== this.owner) return keys.map(() => undefined);
      return Promise.all(keys.map((key) => resultOf(records.get(key))));
    }).catch(() => keys.map(() => undefined));
  }

  async readAll(prefix: string): Promise<unknown[]> {
    return transact('readonly', async (records) => {
      if ((await resultOf(records.get(OWNER))) !== this.owner) return [];
      return resultOf(records.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)) as IDBRequest<unknown[]>);
    }).catch(() => []);
  }

  /** A full device keeps its earlier records. */
  async write(values: Readonly<Record<string, unknown>>): Promise<void> {
    await transact('readwrite', async (records) => {
      if ((await resultOf(records.get(OWNER))) !== this.owner) return;
      await Promise.all(
        Object.entries(values).map(([key, value]) =>
          value === undefined ? resultOf(records.delete(key)) : resultOf(records.put(value, key)),
        ),
      );
    }).catch(() => {});
  }
}
