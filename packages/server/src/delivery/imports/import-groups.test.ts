// Groups of an archive, written in batches.
import { expect, it } from 'bun:test';
import type { GroupId } from '@stoa/contract';
import { serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { importGroups } from './import-groups.ts';
import type { ImportParts } from './import-parts.ts';

const { server, cast } = await serveTests();

it('[IM43] are written at most 20 at once, each after those in it, and continue where they were', async () => {
  const { ada } = cast;
  const { store, writer } = server.app;
  const [realm] = await store.db.all<ImportParts['realm']>(
    sql`select * from realms where realm_id = ${server.realm.realm_id}`,
  );
  const COUNT = 45;
  const groups = Array.from({ length: COUNT }, (_, at) => ({
    id: String(at),
    name: `group ${at}`,
    description: '',
    members: ['1'],
    // The last one is in the one before, and so on up to the first.
    subgroups: at + 1 < COUNT ? [String(at + 1)] : [],
    is_active: true,
  }));
  let left = 2;
  const stopping = {
    write: (...args: Parameters<typeof writer.write>) =>
      left-- > 0 ? writer.write(...args) : Promise.reject(new Error('stopped')),
  };
  const users = new Map([['1', ada.user_id]]);
  const run = (by: unknown) =>
    importGroups({ store, writer: by, realm, archive: { groups } } as unknown as ImportParts, ada.user_id, users);
  const named = async () => {
    const { user_groups } = await ada.getUserGroups();
    return new Map(
      user_groups
        .filter(({ name }) => name.startsWith('group '))
        .map(({ name, id, direct_subgroup_ids, members }) => [name, { id, direct_subgroup_ids, members }]),
    );
  };
  await expect(run(stopping)).rejects.toThrow('stopped');
  expect([...(await named()).keys()].toSorted()).toEqual(
    groups
      .slice(5)
      .map(({ name }) => name)
      .toSorted(),
  );
  const ids = await run(writer);
  const made = await named();
  expect(made.size).toBe(COUNT);
  for (const { id, name, subgroups } of groups)
    expect(made.get(name)).toEqual({
      id: ids.get(id) as GroupId,
      members: [ada.user_id],
      direct_subgroup_ids: subgroups.map((inner) => ids.get(inner)!),
    });
});
