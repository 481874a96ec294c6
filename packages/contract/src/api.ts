// The whole API in one place: every endpoint by the name of its call. The lists are by area, so that each can be read at once.
import { conversationsEndpoints } from './api/conversations.ts';
import { organizationEndpoints } from './api/organization.ts';
import { peopleEndpoints } from './api/people.ts';
import type { Endpoint } from './kit/endpoint.ts';

export const endpoints = {
  ...organizationEndpoints,
  ...peopleEndpoints,
  ...conversationsEndpoints,
} satisfies Record<string, Endpoint>;
