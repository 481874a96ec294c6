// Who may call an endpoint, in words: for the API reference and the OpenAPI document alike.
import type { Endpoint } from '@stoa/contract';

const ACCESS: Readonly<Record<Endpoint['access'], string>> = {
  public: 'Anyone may call this; credentials are ignored.',
  spectator: 'Anyone may call this; with credentials it answers for the account.',
  user: 'Requires an account; guests and bots may call this too.',
  member: 'Requires an account that is not a guest.',
  moderator: 'Requires a moderator, administrator or owner.',
  administrator: 'Requires an administrator or owner.',
  owner: 'Requires an owner.',
};

function askedSessions(fresh_password: NonNullable<Endpoint['fresh_password']>): string {
  if (fresh_password === true) return 'A session';
  return fresh_password === 'by-stored' ? 'In some cases, a session' : 'With some parameters, a session';
}

/** The scope that an access token needs. [TK5] */
function askedTokens({ scope }: Endpoint): string[] {
  if (scope === undefined) return [];
  if (scope === 'key') return ['Access tokens may not call this.'];
  if (typeof scope === 'string') return [`An access token needs the scope \`${scope}\`.`];
  return [`An access token needs the scope \`${scope({})}\`; with some parameters, none may call this.`];
}

/** All conditions on the caller of an endpoint, as sentences. */
export function accessNotes(endpoint: Endpoint): string[] {
  const { fresh_password, webhook_bots, refused, access } = endpoint;
  return [
    ACCESS[access],
    ...(webhook_bots ? ['Incoming webhook bots may call this.'] : []),
    ...askedTokens(endpoint),
    ...(fresh_password
      ? [
          `${askedSessions(fresh_password)} must have confirmed its password within the last 15 minutes; API keys are never asked, and access tokens refused.`,
        ]
      : []),
    ...(refused ? ['Always answers with an error on a server where this is not configured.'] : []),
  ];
}
