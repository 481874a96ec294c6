// A successful call for each endpoint of avatars.
import type { avatarsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const avatarsSamples: Samples<typeof avatarsContract> = {
  uploadAvatar: () => ({}),
  deleteAvatar: () => ({}),
};
