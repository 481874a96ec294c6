// A successful call for each endpoint of imports.
import type { importsContract } from '@stoa/contract';
import { sql } from '../../../server/src/kit/database/sql.ts';
import type { Samples, Stage } from './stage.ts';

async function withStage({ app, cast }: Stage, stage: string): Promise<Record<string, unknown>> {
  await app.writer.write(null, ({ tx }) => tx.run(sql`delete from archive_imports`));
  await cast.ada.beginArchiveImport({ format: 'slack', file_name: 'export.zip', size: 1000 });
  await app.writer.write(null, ({ tx }) => tx.run(sql`update archive_imports set stage = ${stage}`));
  return {};
}

export const importsSamples: Samples<typeof importsContract> = {
  getArchiveImport: (stage) => withStage(stage, 'uploading'),
  beginArchiveImport: async (stage) => {
    await withStage(stage, 'imported');
    return { format: 'slack', file_name: 'export.zip', size: 1000 };
  },
  startArchiveImport: (stage) => withStage(stage, 'planned'),
  undoArchiveImport: (stage) => withStage(stage, 'imported'),
  discardArchiveImport: (stage) => withStage(stage, 'planned'),
};
