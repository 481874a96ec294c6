// Signing in by password, by key, or by a token that another site signed.
import { slice } from '../kit/slice.ts';
import { devFetchApiKey, fetchApiKey } from './auth.endpoints.ts';
import { jwtFetchApiKey } from './jwt.endpoints.ts';
import { getBotApiKey, regenerateBotApiKey, regenerateOwnApiKey } from './keys.endpoints.ts';

export * from './auth.endpoints.ts';
export * from './jwt.endpoints.ts';
export * from './keys.endpoints.ts';

export const authContract = slice({
  name: 'auth',
  endpoints: { fetchApiKey, devFetchApiKey, jwtFetchApiKey, getBotApiKey, regenerateBotApiKey, regenerateOwnApiKey },
});
