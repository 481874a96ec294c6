// Custom emoji.

import { emojiContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { presentEmojiChange } from './emoji.present.ts';
import { findEmoji, findEmojiFiles } from './emoji.queries.ts';
import { emojiRoutes } from './emoji.routes.ts';

export const emojiSlice = defineSlice({
  contract: emojiContract,
  presenters: { realm_emoji: presentEmojiChange },
  stored_files: findEmojiFiles,
  state: { emoji: async (db, { realm }) => ({ realm_emoji: await findEmoji(db, realm.realm_id) }) },
  tables: {
    realm_emoji: {
      accounts: ['author_id'],
      on_export: { in: 'organization.json' },
      on_own_export: { none: 'it is the organization’s' },
      on_erasure: { none: 'it is the organization’s' },
    },
  },
  open: ({ files }: Services) => ({ routes: emojiRoutes(files) }),
});
