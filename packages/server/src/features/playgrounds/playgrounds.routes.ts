// The code playgrounds of an organization.
import { addPlayground, removePlayground } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import { createPlayground, deletePlayground } from './playgrounds.actions.ts';

export const playgroundsRoutes: Route[] = [
  write(addPlayground, async (context, params) => ({
    id: await createPlayground(context, context.realm.realm_id, params),
  })),
  write(removePlayground, async (context, { playground_id }) => {
    await deletePlayground(context, context.realm.realm_id, playground_id);
    return {};
  }),
];
