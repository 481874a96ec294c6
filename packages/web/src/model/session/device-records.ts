// The signed-in person's records on this device, in IndexedDB. Small, because signing out loads it at once.

const DATABASE = 'stoa-device';
const RECORDS = 'records';

export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(RECORDS);
  return resultOf(request);
}

export async function transact<T>(mode: IDBTransactionMode, work: (records: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await work(database.transaction(RECORDS, mode).objectStore(RECORDS));
  } finally {
    database.close();
  }
}

/** Deletes the records of every person. */
export async function clearDevice(): Promise<void> {
  if (!globalThis.indexedDB) return;
  await transact('readwrite', (records) => resultOf(records.clear())).catch(() => {});
}
