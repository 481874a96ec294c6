// What an access token may permit.

/**
 * To read; to write in conversations; to change one's own settings and subscriptions; to change the organization, as far as the
 * account may. No scope contains another. [TK4]
 */
export const TOKEN_SCOPES = ['read', 'send', 'manage', 'administer'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
/** The scope that a call needs. `key`: no access token suffices, only an API key or a session. */
export type NeededScope = TokenScope | 'key';
