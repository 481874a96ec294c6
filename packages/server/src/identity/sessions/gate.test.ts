// Credentials that were accepted before: every change of the account, its session or its organization counts at once.

import { describe, expect, it } from 'bun:test';
import { ROLE } from '@stoa/contract';
import { codeOf, createPerson, type Person, serveTests } from '@stoa/testkit';
import { type Hole, sql } from '../../kit/database/sql.ts';
import { openSession } from './sessions.actions.ts';

const { server } = await serveTests();
const { realm_id } = server.realm;

/** Changes the store as another process would: no code of ours is told. */
const changed = (strings: TemplateStringsArray, ...holes: Hole[]) =>
  server.app.writer.write(null, ({ tx }) => tx.run(sql(strings, ...holes)));

let count = 0;
/** An account that was let in by its key and by a session. */
async function letIn(): Promise<{
  person: Person;
  session_id: number;
  callers: { getOwnUser: Person['getOwnUser'] }[];
}> {
  const person = await createPerson(server, { email: `gate${++count}@stoa.example`, full_name: `Gate ${count}` });
  const { session_key, session_id } = await server.app.writer.write(realm_id, (context) =>
    openSession(context, realm_id, person, 'Device'),
  );
  const callers = [person, server.client(person.email, session_key)];
  for (const caller of callers) expect((await caller.getOwnUser()).role).toBe(ROLE.member);
  return { person, session_id, callers };
}

describe('credentials that were accepted before', () => {
  it('[AU26] give the role that the account has now', async () => {
    const { person, callers } = await letIn();
    await changed`update users set role = ${ROLE.administrator} where user_id = ${person.user_id}`;
    for (const caller of callers) expect((await caller.getOwnUser()).is_admin).toBe(true);
    await changed`update users set role = ${ROLE.guest} where user_id = ${person.user_id}`;
    for (const caller of callers) expect((await caller.getOwnUser()).is_guest).toBe(true);
  });

  it('[AU26] are refused as soon as the account is deactivated, and accepted when it is active again', async () => {
    const { person, callers } = await letIn();
    await changed`update users set is_active = false where user_id = ${person.user_id}`;
    for (const caller of callers) expect(await codeOf(caller.getOwnUser())).toBe('UNAUTHORIZED');
    await changed`update users set is_active = true where user_id = ${person.user_id}`;
    for (const caller of callers) await caller.getOwnUser();
  });

  it('[AU26] are refused once the key has another generation or the address has changed; a session goes on', async () => {
    const { person, callers } = await letIn();
    const [by_key, by_session] = callers;
    await changed`update users set api_key_generation = api_key_generation + 1 where user_id = ${person.user_id}`;
    expect(await codeOf(by_key!.getOwnUser())).toBe('UNAUTHORIZED');
    await by_session!.getOwnUser();
    const moved = (await letIn()).callers;
    const email = `moved${count}@stoa.example`;
    await changed`update users set email = ${email}, email_key = ${email} where email = ${`gate${count}@stoa.example`}`;
    expect(await codeOf(moved[0]!.getOwnUser())).toBe('UNAUTHORIZED');
    expect((await moved[1]!.getOwnUser()).delivery_email).toBe(email);
  });

  it('[AU26] are refused once the session has ended', async () => {
    const { session_id, callers } = await letIn();
    await changed`update sessions set ended_at = created_at where session_id = ${session_id}`;
    await callers[0]!.getOwnUser();
    expect(await codeOf(callers[1]!.getOwnUser())).toBe('UNAUTHORIZED');
  });

  it('[AU26] are refused once the organization is deactivated', async () => {
    const { callers } = await letIn();
    await changed`update realms set deactivated_at = 1 where realm_id = ${realm_id}`;
    for (const caller of callers) expect(await codeOf(caller.getOwnUser())).toBe('REALM_DEACTIVATED');
    await changed`update realms set deactivated_at = null where realm_id = ${realm_id}`;
    for (const caller of callers) await caller.getOwnUser();
  });
});
