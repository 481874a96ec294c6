// A successful call for each endpoint of emoji.
import type { emojiContract } from '@stoa/contract';
import { samplePicture } from '../pictures.ts';
import type { Samples } from './stage.ts';

export const emojiSamples: Samples<typeof emojiContract> = {
  getCustomEmoji: () => ({}),
  uploadCustomEmoji: ({ unique }) => ({ emoji_name: `sample${unique()}` }),
  deactivateCustomEmoji: async ({ cast, unique }) => {
    const emoji_name = `sample${unique()}`;
    await cast.ada.uploadCustomEmoji({ emoji_name }, { file: samplePicture() });
    return { emoji_name };
  },
};
