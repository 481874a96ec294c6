// Many accounts of an import are removed together, apart from those that something else names.
import { expect, it, spyOn } from 'bun:test';
import { serveTests, zulipFiles, zulipTables } from '@stoa/testkit';
import { sql } from '../../../kit/database/sql.ts';
import { openFileParts } from '../../../kit/files/open-file-services.ts';
import { memorySource } from '../memory-source.ts';
import { openArchive } from '../plan.ts';
import { readZulip } from '../readers/zulip/zulip.ts';
import { importInto } from './import-into.ts';
import { planInto } from './plan-into.ts';
import { undoImport } from './undo-import.ts';

const PEOPLE = 120;
const { server, cast } = await serveTests();

it('[IM68] [IM36] removes many accounts in few transactions, and keeps the one that something names', async () => {
  const { store, writer } = server.app;
  const { realm } = server;
  const all = zulipTables();
  const [, ben] = all.realm.zerver_userprofile as Record<string, unknown>[];
  const more = Array.from({ length: PEOPLE }, (_, at) => ({
    ...ben,
    id: 1000 + at,
    full_name: `Person ${at}`,
    delivery_email: `person${at}@club.example`,
  }));
  (all.realm.zerver_userprofile as unknown[]).push(...more);
  const opened = await openArchive(memorySource(Object.fromEntries(zulipFiles(all))), readZulip, Date.now());
  const { matched, plan } = await planInto(store.db, realm, opened);
  const files = openFileParts(server.data, null, writer);
  const report = opened.problems.report;
  const request = { store, writer, files, realm, matched, plan, report, now: Date.now(), format: 'zulip' };
  await importInto({ ...request, progress: () => {}, ended: async () => {} });
  files.close();
  const addresses = sql.list(['person7@club.example', 'person8@club.example']);
  const [seventh, eighth] = await store.db.all<{ user_id: number }>(
    sql`select user_id from users where email_key in (${addresses}) order by user_id`,
  );
  await writer.write(null, async ({ tx }) => {
    await tx.run(sql`update users set bot_owner_id = ${seventh!.user_id} where user_id = ${cast.bela.user_id}`);
  });
  let writes = 0;
  const counting = {
    write: ((...call: Parameters<typeof writer.write>) => {
      writes++;
      return writer.write(...call);
    }) as typeof writer.write,
  };
  // A slow machine would remove fewer at a time: nothing takes long here.
  const now = spyOn(performance, 'now').mockReturnValue(0);
  const undone = await undoImport({ store, writer: counting as typeof writer, realm, progress: () => {} });
  now.mockRestore();
  // The archive has five accounts besides.
  expect(undone).toMatchObject({ accounts: PEOPLE + 5 - 1, kept_accounts: 1 });
  expect(writes).toBeLessThan(PEOPLE / 2);
  const left = await store.db.all<{ user_id: number; is_active: boolean }>(
    sql`select user_id, is_active from users where user_id in (${sql.list([seventh!.user_id, eighth!.user_id])})`,
  );
  expect(left).toEqual([{ user_id: seventh!.user_id, is_active: false }]);
});
