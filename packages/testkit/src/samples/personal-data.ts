// A successful call for each endpoint of personal data.

import type { personalDataContract } from '@stoa/contract';
import { sql } from '../../../server/src/kit/database/sql.ts';
import { makeAccount, type Samples, type Stage } from './stage.ts';

/** Backdates earlier exports, because their number per week is limited. */
async function makeRoomForExports({ app }: Stage): Promise<void> {
  await app.writer.write(null, ({ tx }) => tx.run(sql`update personal_exports set requested_at = 0`));
}

export const personalDataSamples: Samples<typeof personalDataContract> = {
  requestPersonalExport: async (stage) => {
    await makeRoomForExports(stage);
    return {};
  },
  getPersonalExports: () => ({}),
  deletePersonalExport: async (stage) => {
    await makeRoomForExports(stage);
    return { export_id: (await stage.cast.ada.requestPersonalExport()).id };
  },
  eraseUser: async (stage) => ({ user_id: (await makeAccount(stage)).user_id, messages: 'remove' }),
  eraseOwnUser: async ({ cast }) => {
    await cast.ada.updateRealm({ enable_account_erasure: true });
    return { messages: 'keep' };
  },
  getErasures: () => ({}),
};
