// Signing in by password or another site's token, and API keys.

import { authContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { authRoutes } from './auth.routes.ts';
import { jwtRoutes } from './jwt.routes.ts';
import type { JwtSettings } from './jwt.ts';
import { keysRoutes } from './keys.routes.ts';

export interface JwtConfig {
  /** Settings of other sites' tokens; null for none. */
  readonly jwt: JwtSettings | null;
}

export const authSlice = defineSlice({
  contract: authContract,
  open: (services: Services & JwtConfig) => ({
    routes: [...authRoutes(services), ...jwtRoutes(services), ...keysRoutes(services)],
  }),
});
