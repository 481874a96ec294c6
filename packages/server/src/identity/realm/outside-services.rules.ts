// Responses of register about outside services that this server does not use. Pure.
import type { InitialState } from '@stoa/contract';

/** [RE17] */
export const OUTSIDE_SERVICES = {
  giphy: { giphy_api_key: '' },
  tenor: { tenor_api_key: '' },
  billing: { realm_billing: { has_pending_sponsorship_request: false } },
  stop_words: { stop_words: [] },
} satisfies Record<string, Partial<InitialState>>;
