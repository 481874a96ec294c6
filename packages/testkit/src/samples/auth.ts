// A successful call for each endpoint of auth.
import type { authContract } from '@stoa/contract';
import { signedToken } from '../signed-token.ts';
import { OWNER } from '../start-server.ts';
import { newBot, type Samples } from './stage.ts';

export const authSamples: Samples<typeof authContract> = {
  fetchApiKey: () => ({ username: OWNER.email, password: OWNER.password }),
  devFetchApiKey: () => ({ username: OWNER.email }),
  getBotApiKey: async (stage) => ({ bot_id: await newBot(stage) }),
  regenerateBotApiKey: async (stage) => ({ bot_id: await newBot(stage) }),
  regenerateOwnApiKey: () => ({}),
  jwtFetchApiKey: () => ({ token: signedToken({ email: OWNER.email }) }),
};
