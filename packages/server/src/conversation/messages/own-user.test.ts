// The own account, whose text is kept between requests: every change counts at once.
import { expect, it } from 'bun:test';
import { FIELD_TYPE, ROLE } from '@stoa/contract';
import { createPerson, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

const { server, cast } = await serveTests();

it('[US32] is answered as it is, whatever has changed it', async () => {
  const person = await createPerson(server, { email: 'own@stoa.example', full_name: 'Own Account' });
  const other = await createPerson(server, { email: 'another@stoa.example', full_name: 'Another' });
  const { id } = await cast.bela.createProfileField({ name: 'Motto', field_type: FIELD_TYPE.short_text });
  const shown = await person.getOwnUser();
  expect(shown).toMatchObject({ full_name: 'Own Account', max_message_id: -1, profile_data: {} });
  expect(await person.getOwnUser()).toEqual(shown);

  await person.updateSettings({ full_name: 'Renamed', timezone: 'Europe/Athens' });
  expect(await person.getOwnUser()).toMatchObject({ full_name: 'Renamed', timezone: 'Europe/Athens' });
  await person.updateProfileData({ data: [{ id, value: 'first' }] });
  expect((await person.getOwnUser()).profile_data?.[id]?.value).toBe('first');
  await person.updateProfileData({ data: [{ id, value: 'second' }] });
  expect((await person.getOwnUser()).profile_data?.[id]?.value).toBe('second');
  await cast.bela.deleteProfileField({ field_id: id });
  expect((await person.getOwnUser()).profile_data).toEqual({});

  const message = await other.sendMessage({ type: 'direct', to: [person.user_id], content: 'hello' });
  expect((await person.getOwnUser()).max_message_id).toBe(message.id);

  // As another process would: no code of this one is told.
  await server.app.writer.write(null, ({ tx }) =>
    tx.run(sql`update users set role = ${ROLE.guest}, avatar_version = 7 where user_id = ${person.user_id}`),
  );
  expect(await person.getOwnUser()).toMatchObject({ is_guest: true, role: ROLE.guest, avatar_version: 7 });
  expect(await other.getOwnUser()).toMatchObject({ full_name: 'Another', is_guest: false });
});
