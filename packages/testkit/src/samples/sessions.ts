// A successful call for each endpoint of sessions.
import { createHash } from 'node:crypto';
import type { sessionsContract } from '@stoa/contract';
import { OWNER } from '../start-server.ts';
import type { Samples } from './stage.ts';

export const sessionsSamples: Samples<typeof sessionsContract> = {
  createSession: () => ({ username: OWNER.email, password: OWNER.password, device_name: 'A sample' }),
  getSessions: () => ({}),
  confirmSession: () => ({ password: OWNER.password }),
  endSession: async ({ cast: { ada } }) => {
    const { session_id } = await ada.createSession({ username: OWNER.email, password: OWNER.password });
    return { session_id };
  },
  endSessionByDigest: async ({ cast: { ada } }) => {
    const { session_key } = await ada.createSession({ username: OWNER.email, password: OWNER.password });
    return { key_digest: createHash('sha256').update(session_key).digest('hex') };
  },
  endOtherSessions: () => ({}),
};
