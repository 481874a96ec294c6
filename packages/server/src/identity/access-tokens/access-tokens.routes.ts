// Making, listing and revoking access tokens.
import { createAccessToken, getAccessTokens, revokeAccessToken } from '@stoa/contract';
import { requireTwoFactor } from '../../kit/http/callers/access.ts';
import type { DispatchServices } from '../../kit/http/handling.ts';
import { action, type Route, read, write } from '../../kit/http/route.ts';
import { originOf } from '../../kit/write/audit-record.ts';
import { createToken, revokeOwnToken } from './access-tokens.actions.ts';
import { listTokens } from './access-tokens.queries.ts';

export const accessTokensRoutes = ({ writer, gate }: Pick<DispatchServices, 'writer' | 'gate'>): Route[] => [
  read(getAccessTokens, async ({ db, actor }) => ({ tokens: await listTokens(db, actor.user_id) })),
  // No write of the dispatcher: the response must not be recorded for an Idempotency-Key. [TK1]
  action(createAccessToken, ({ actor, realm }, wanted) =>
    writer.write(
      realm.realm_id,
      async (context) => {
        const present = await gate.refresh(context.tx, actor);
        requireTwoFactor(createAccessToken, present);
        return createToken(context, present, wanted);
      },
      { origin: originOf(actor) },
    ),
  ),
  write(revokeAccessToken, async (context, { token_id }) => {
    await revokeOwnToken(context, context.actor.user_id, token_id);
    return {};
  }),
];
