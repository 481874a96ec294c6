// Sessions as created and ended by the server.
import type { NewSession } from '@stoa/contract';
import type { Session } from './stored-session.ts';

export const sessionOf = ({ email, session_key, session_id }: NewSession): Session => ({
  email,
  key: session_key,
  session_id,
});
