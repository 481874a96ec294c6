// A successful call for each endpoint of access tokens.
import type { accessTokensContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

const wanted = { name: 'A sample', scopes: ['read' as const], expires_in_days: 30 };

export const accessTokensSamples: Samples<typeof accessTokensContract> = {
  getAccessTokens: () => ({}),
  createAccessToken: () => wanted,
  revokeAccessToken: async ({ cast }) => ({ token_id: (await cast.ada.createAccessToken(wanted)).token_id }),
};
