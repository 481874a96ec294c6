// The linkifiers of an organization.
import { addLinkifier, getLinkifiers, removeLinkifier, reorderLinkifiers, updateLinkifier } from '@stoa/contract';
import { type Route, read, write } from '../../kit/http/route.ts';
import { createLinkifier, deleteLinkifier, editLinkifier, orderLinkifiers } from './linkifiers.actions.ts';
import { findLinkifiers } from './linkifiers.queries.ts';

export const linkifiersRoutes: Route[] = [
  read(getLinkifiers, async ({ db, realm }) => ({ linkifiers: await findLinkifiers(db, realm.realm_id) })),
  write(addLinkifier, async (context, params) => ({
    id: await createLinkifier(context, context.realm.realm_id, params),
  })),
  write(updateLinkifier, async (context, { filter_id, ...linkifier }) => {
    await editLinkifier(context, context.realm.realm_id, filter_id, linkifier);
    return {};
  }),
  write(removeLinkifier, async (context, { filter_id }) => {
    await deleteLinkifier(context, context.realm.realm_id, filter_id);
    return {};
  }),
  write(reorderLinkifiers, async (context, { ordered_linkifier_ids }) => {
    await orderLinkifiers(context, context.realm.realm_id, ordered_linkifier_ids);
    return {};
  }),
];
