// For every endpoint a call that succeeds: what the tests that go over all endpoints vary. The compiler asks for a new one with each new endpoint.
import type { endpoints } from '@stoa/contract';
import { conversationsSamples } from './samples/conversations.ts';
import { organizationSamples } from './samples/organization.ts';
import { peopleSamples } from './samples/people.ts';
import type { Sample } from './samples/stage.ts';

export const samples: Record<keyof typeof endpoints, Sample> = {
  ...organizationSamples,
  ...peopleSamples,
  ...conversationsSamples,
};
