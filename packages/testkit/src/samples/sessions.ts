// A successful call for each endpoint of sessions.
import { createHash } from 'node:crypto';
import type { NewSession, RealmId, sessionsContract } from '@stoa/contract';
import { openSession } from '../../../server/src/identity/sessions/sessions.actions.ts';
import { sql } from '../../../server/src/kit/database/sql.ts';
import { OWNER } from '../start-server.ts';
import type { Samples, Stage } from './stage.ts';

/** A session of the owner, opened without the slow check of a password. */
async function someSession({ cast: { ada }, app }: Stage): Promise<NewSession> {
  const row = await app.store.db.get<{ realm_id: RealmId }>(
    sql`select realm_id from users where user_id = ${ada.user_id}`,
  );
  const { realm_id } = row!;
  return app.writer.write(realm_id, (context) => openSession(context, realm_id, ada, 'A sample'));
}

export const sessionsSamples: Samples<typeof sessionsContract> = {
  createSession: () => ({ username: OWNER.email, password: OWNER.password, device_name: 'A sample' }),
  getSessions: () => ({}),
  confirmSession: () => ({ password: OWNER.password }),
  endSession: async (stage) => ({ session_id: (await someSession(stage)).session_id }),
  endSessionByDigest: async (stage) => {
    const { session_key } = await someSession(stage);
    return { key_digest: createHash('sha256').update(session_key).digest('hex') };
  },
  endOtherSessions: () => ({}),
};
