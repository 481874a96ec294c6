// Single sign-on by an identity provider that the operator configured.
import { singleSignOnContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { backchannelLogout } from './backchannel-logout.ts';
import { OpenIdProvider } from './openid-provider.ts';
import { samlPages } from './saml.pages.ts';
import { SamlProvider } from './saml-provider.ts';
import { SignOnSeals } from './sign-on-seals.ts';
import type { SignOnSettings } from './sign-on-settings.ts';
import { signOnPages } from './single-sign-on.pages.ts';
import { signOnRoutes } from './single-sign-on.routes.ts';

export interface SignOnConfig {
  /** Null without an identity provider. */
  readonly sign_on: SignOnSettings | null;
}

export const singleSignOnSlice = defineSlice({
  contract: singleSignOnContract,
  tables: {
    external_identities: {
      accounts: ['user_id'],
      on_export: { none: 'of use only on a server with the same identity provider' },
      on_own_export: { owner: 'user_id', by: 'id' },
      on_erasure: 'rows',
    },
    sign_on_codes: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { none: 'a key, or what follows from one' },
      on_erasure: 'rows',
    },
  },
  open: (services: Services & SignOnConfig) => {
    const { sign_on: settings, outbound, logs } = services;
    const seals = new SignOnSeals(services.vault);
    const routes = signOnRoutes({ ...services, seals, settings });
    if (settings === null) return { routes, raw: [] };
    const log = logs.of('server');
    if (settings.kind === 'saml') {
      const provider = new SamlProvider(settings, outbound, log, seals, services.clock);
      return { routes, raw: [...signOnPages({ ...services, seals, provider }), ...samlPages(provider)] };
    }
    const provider = new OpenIdProvider(settings, outbound, log);
    const pages = signOnPages({ ...services, seals, provider });
    return { routes, raw: [...pages, backchannelLogout({ ...services, provider })] };
  },
});
