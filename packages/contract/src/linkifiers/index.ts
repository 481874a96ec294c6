// Linkifiers: patterns that become links in messages and topics. Spec 4.22 (linkifier_url_template).
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';

/** In Unicode code points; applies to patterns, templates and examples. */
export const MAX_LINKIFIER_LENGTH = 1000;
export const MAX_LINKIFIERS = 500;

export const Linkifier = z.object({
  id: z.int(),
  /** A regular expression in RE2 syntax with named groups: `(?P<id>[0-9]+)`. */
  pattern: z.string(),
  /** An RFC 6570 URL template with the groups of the pattern as variables. */
  url_template: z.string(),
  /** An example text that the pattern matches, shown to people. */
  example_input: z.string().nullable(),
  /** Restores the linked text from the groups: `#{id}`. */
  reverse_template: z.string().nullable(),
  /** Other URLs of the same object, recognised when pasted. */
  alternative_url_templates: z.array(z.string()),
});
export type Linkifier = z.output<typeof Linkifier>;

/** The whole list, in the order patterns are tried. For clients with linkifier_url_template. */
export const realmLinkifiersChanged = event({
  type: 'realm_linkifiers',
  fields: () => z.object({ realm_linkifiers: z.array(Linkifier) }),
  summary: 'The linkifiers of the organization changed.',
});

const fields = {
  pattern: z.string(),
  url_template: z.string(),
  example_input: z.string().nullish(),
  reverse_template: z.string().nullish(),
  alternative_url_templates: z.array(z.string()).max(20).optional(),
};

export const getLinkifiers = endpoint({
  id: 'get-linkifiers',
  method: 'GET',
  path: '/realm/linkifiers',
  access: 'user',
  scope: 'read',
  result: () => z.object({ linkifiers: z.array(Linkifier) }),
  summary: 'List the linkifiers, in the order of matching',
});
export const addLinkifier = endpoint({
  id: 'add-linkifier',
  method: 'POST',
  path: '/realm/filters',
  access: 'administrator',
  scope: 'key',
  params: () => z.object(fields),
  result: () => z.object({ id: z.int() }),
  fresh_password: true,
  errors: [BadRequest],
  emits: [realmLinkifiersChanged],
  summary: 'Add a linkifier',
});
export const updateLinkifier = endpoint({
  id: 'update-linkifier',
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  access: 'administrator',
  scope: 'key',
  params: () => z.object({ filter_id: z.int(), ...fields }),
  fresh_password: true,
  errors: [BadRequest],
  emits: [realmLinkifiersChanged],
  summary: 'Change a linkifier; existing messages are left unchanged',
});
export const removeLinkifier = endpoint({
  id: 'remove-linkifier',
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ filter_id: z.int() }),
  errors: [BadRequest],
  emits: [realmLinkifiersChanged],
  summary: 'Remove a linkifier',
});
export const reorderLinkifiers = endpoint({
  id: 'reorder-linkifiers',
  method: 'PATCH',
  path: '/realm/linkifiers',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ ordered_linkifier_ids: z.array(z.int()) }),
  errors: [BadRequest],
  emits: [realmLinkifiersChanged],
  summary: 'Reorder the linkifiers',
});

export const linkifiersState = state({
  fetch: ['realm_linkifiers'],
  fields: () =>
    z.object({
      /** Empty for clients without linkifier_url_template. */
      realm_linkifiers: z.array(Linkifier),
    }),
});

export const filtersState = state({
  fetch: ['realm_filters'],
  fields: () =>
    z.object({
      /** A legacy format: always empty. */
      realm_filters: z.array(z.unknown()).max(0),
    }),
});

export const reduceLinkifiers: Reducer = (state: ClientState, event: ReceivedEvent): ClientState =>
  event.type === 'realm_linkifiers' && state.realm_linkifiers
    ? { ...state, realm_linkifiers: event.realm_linkifiers }
    : state;

export const linkifiersContract = slice({
  name: 'linkifiers',
  endpoints: { getLinkifiers, addLinkifier, updateLinkifier, removeLinkifier, reorderLinkifiers },
  events: [realmLinkifiersChanged],
  state: { linkifiers: linkifiersState, filters: filtersState },
  reduce: [reduceLinkifiers],
});
