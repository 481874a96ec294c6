// Channels: their properties, permissions and defaults.

import { channelsContract } from '@stoa/contract';
import { isGuest } from '../../kit/access/actor.ts';
import { arrayOf } from '../../kit/json/json-text.ts';
import { defineSlice } from '../../slice/define-slice.ts';
import { presentChannelEvent } from './channel-events.present.ts';
import { findStateTexts } from './channel-texts.queries.ts';
import { channelsInvariants } from './channels.invariants.ts';
import { findDefaultIds } from './channels.queries.ts';
import { channelsRoutes } from './channels.routes.ts';

export const channelsSlice = defineSlice({
  contract: channelsContract,
  routes: channelsRoutes,
  presenters: { stream: presentChannelEvent },
  state: {
    channels: async (db, request) => ({
      streams: arrayOf((await findStateTexts(db, request)).map(({ open }) => `${open}}`)),
    }),
    default_channel_groups: async () => ({ realm_default_stream_groups: [] }),
    default_channels: async (db, { actor }) => ({
      realm_default_streams: isGuest(actor) ? [] : await findDefaultIds(db, actor.realm.realm_id),
    }),
  },
  tables: {
    channels: {
      accounts: ['creator_id'],
      on_export: { in: 'channels.json' },
      on_own_export: { none: 'it is the organization’s' },
      on_erasure: { none: 'it is the organization’s' },
    },
  },
  invariants: channelsInvariants,
});
