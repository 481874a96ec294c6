// Typing notifications.

import { typingContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { presentEditing, presentTyping } from './typing.present.ts';
import { typingRoutes } from './typing.routes.ts';

export const typingSlice = defineSlice({
  contract: typingContract,
  presenters: { typing: presentTyping, typing_edit_message: presentEditing },
  open: ({ feed, store }: Services) => ({ routes: typingRoutes(feed, store.db) }),
});
