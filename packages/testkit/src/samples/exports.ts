// A successful call for each endpoint of exports.

import type { exportsContract } from '@stoa/contract';
import { sql } from '../../../server/src/kit/database/sql.ts';
import type { Samples, Stage } from './stage.ts';

/** Backdates earlier exports, because their number per week is limited. */
async function makeRoomForExports({ app }: Stage): Promise<void> {
  await app.writer.write(null, ({ tx }) => tx.run(sql`update realm_exports set export_time = 0`));
}

async function someExport(stage: Stage): Promise<number> {
  await makeRoomForExports(stage);
  const { id } = await stage.cast.ada.exportRealm();
  await stage.app.jobs.settle();
  return id;
}

export const exportsSamples: Samples<typeof exportsContract> = {
  getRealmExports: () => ({}),
  exportRealm: async (stage) => {
    await makeRoomForExports(stage);
    return { export_type: 'public' };
  },
  deleteRealmExport: async (stage) => ({ export_id: await someExport(stage) }),
  getExportConsents: () => ({}),
};
