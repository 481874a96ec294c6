import { expect, it } from 'bun:test';
import type { Channel } from '@stoa/contract';
import { channelReference } from './channel-reference.ts';

const channel = (name: string) => ({ stream_id: 5, name }) as unknown as Channel;

it('[WB805] refers to channels and topics by a link if their name would break the syntax', () => {
  expect(channelReference(channel('plans'), null)).toBe('#**plans**');
  expect(channelReference(channel('plans'), 'a > b [c] `d`')).toBe('#**plans>a > b [c] `d`**');
  expect(channelReference(channel('plans'), '')).toBe('#**plans>**');
  expect(channelReference(channel('a > b'), null)).toBe('[#a > b](#narrow/channel/5)');
  expect(channelReference(channel('plans'), '*[x]')).toBe('[#plans > *(x)](#narrow/channel/5/topic/.2A.5Bx.5D)');
  expect(channelReference(channel('plans'), 'bug @12')).toBe('[#plans > bug @12](#narrow/channel/5/topic/bug.20.4012)');
});
