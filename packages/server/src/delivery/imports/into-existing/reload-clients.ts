// Makes all clients of an organization reload: what an import writes or removes sends no events.
import type { RealmId } from '@stoa/contract';
import { endAllQueues } from '../../../feed/queue.ts';
import { findUserIds } from '../../../identity/users/users.queries.ts';
import type { WriteContext } from '../../../kit/write/write-context.ts';

export async function reloadClients(context: WriteContext, realm_id: RealmId): Promise<void> {
  await endAllQueues(context, realm_id);
  context.invalidateAccess(await findUserIds(context.tx, realm_id));
}
