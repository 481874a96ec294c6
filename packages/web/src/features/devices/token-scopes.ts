// What the scopes of access tokens are called, and what they permit.
import { TOKEN_SCOPES, type TokenScope } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';

const NAMES: Readonly<Record<TokenScope, TextKey>> = {
  read: 'token_scope_read',
  send: 'token_scope_send',
  manage: 'token_scope_manage',
  administer: 'token_scope_administer',
};
const HINTS: Readonly<Record<TokenScope, TextKey>> = {
  read: 'token_scope_read_hint',
  send: 'token_scope_send_hint',
  manage: 'token_scope_manage_hint',
  administer: 'token_scope_administer_hint',
};

export const scopeHint = (scope: TokenScope) => t(HINTS[scope]);
export const scopeName = (scope: TokenScope) => t(NAMES[scope]);

/** In their usual order, whatever the order in which they were chosen. */
export const scopeNames = (scopes: readonly TokenScope[]) =>
  TOKEN_SCOPES.filter((scope) => scopes.includes(scope))
    .map(scopeName)
    .join(', ');
