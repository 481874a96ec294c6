// An address hidden from the caller answers like one that nobody has, for every parameter that accepts addresses.
// [US25]
import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type Endpoint, endpoints } from '@stoa/contract';
import { basic, callRaw, type Person, serveTestsWithMail, texts } from '@stoa/testkit';
import type { z } from 'zod';

setDefaultTimeout(30_000);

const { mail, server, cast } = await serveTestsWithMail();
beforeAll(async () => {
  for (const [name, { user_id }] of [
    ['hidden', await account('hidden')],
    ['gone', await account('gone')],
    ['wanted', await account('wanted')],
  ] as const) {
    const { api_key } = await cast.ada.fetchApiKey({ username: `${name}@stoa.example`, password: PASSWORD });
    await server.client(`${name}@stoa.example`, api_key).updateSettings({ email_address_visibility: NOBODY });
    if (name === 'gone') await cast.ada.deactivateUser({ user_id });
  }
});

const NOBODY = 4;
const PASSWORD = 'nine violet kettles';
const account = (name: string) =>
  cast.ada.createUser({ email: `${name}@stoa.example`, full_name: `Somebody ${name.length}`, password: PASSWORD });

type Name = keyof typeof endpoints;
/** The parameters that accept an address, with the rest of a call; with the administrator who may make it. */
const TABLE: readonly [Name, (address: string) => Record<string, unknown>, ('bela' | 'ada')?][] = [
  ['getUserByEmail', (email) => ({ email })],
  ['getUserPresence', (address) => ({ user_id_or_email: address })],
  ['updateUserByEmail', (email) => ({ email, full_name: 'X' }), 'ada'],
  ['sendMessage', (address) => ({ type: 'direct', to: [address], content: 'x' })],
  ['sendMessage', (address) => ({ type: 'direct', to: address, content: 'x' })],
  ['sendMessage', (address) => ({ type: 'private', to: [address, cast.dara.email], content: 'x' })],
  ['setTypingStatus', (address) => ({ op: 'start', to: [address] })],
  ['subscribe', (address) => ({ subscriptions: [{ name: 'plaza' }], principals: [address] }), 'ada'],
  ['unsubscribe', (address) => ({ subscriptions: ['plaza'], principals: [address] }), 'ada'],
  ['sendInvites', (address) => ({ invitee_emails: address, stream_ids: [] }), 'bela'],
  ['updateSettings', (email) => ({ email })],
  ['updateDisplaySettings', (email) => ({ email })],
  ['updateNotificationSettings', (email) => ({ email })],
  ...(['sender', 'dm', 'dm-including', 'pm-with', 'group-pm-with'].flatMap((operator) => {
    const narrow = (operand: string) => [{ operator, operand }];
    return [
      [
        'getMessages',
        (address: string) => ({ anchor: 'newest', num_before: 1, num_after: 0, narrow: narrow(address) }),
      ],
      [
        'updateMessageFlagsForNarrow',
        (address: string) => ({
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          op: 'add',
          flag: 'read',
          narrow: narrow(address),
        }),
      ],
      ['matchesNarrow', (address: string) => ({ msg_ids: [1], narrow: narrow(address) })],
    ] as const;
  }) as [Name, (address: string) => Record<string, unknown>][]),
  ['registerQueue', (address) => ({ narrow: [['sender', address]], event_types: ['message'], fetch_event_types: [] })],
  ['fetchApiKey', (username) => ({ username, password: 'guess' })],
  ['createSession', (username) => ({ username, password: 'guess' })],
];
/** Parameters that can't answer otherwise (see the rule), that only return errors, or that exist for tests. */
const OTHERS: readonly string[] = [
  'createUser.email',
  'updateUser.new_email',
  'updateUserByEmail.new_email',
  'devFetchApiKey.username',
  'getMessagesSummary.narrow',
];

const NAMES = /mail|username|principals|^to$|narrow/;
/** Fields of a response that reveal nothing: ids and times. */
const PASSING = /"(queue_id|event_queue_longpoll_timeout_seconds|last_event_id|max_message_id)":[^,}]+/g;

async function answer(name: Name, params: Record<string, unknown>, address: string, person: Person) {
  const { status, body } = await callRaw(server.url, endpoints[name] as Endpoint, texts(params), person);
  const text = JSON.stringify(body).replaceAll(address, '<address>').replaceAll(PASSING, '');
  return [status, text];
}

describe('[US25] a hidden address', () => {
  it('is accepted by exactly these parameters', () => {
    const taking = (Object.entries(endpoints) as [Name, Endpoint][]).flatMap(([name, { params }]) =>
      Object.entries(params.shape as Record<string, z.ZodType>)
        .filter(([parameter, schema]) => {
          const fits = (value: unknown) => schema.safeParse(value).success;
          const narrow = [{ operator: 'sender', operand: 'a@b.example' }];
          return NAMES.test(parameter) && [narrow, 'a@b.example', ['a@b.example']].some(fits);
        })
        .map(([parameter]) => `${name}.${parameter}`),
    );
    const tested = TABLE.flatMap(([name, paramsOf]) =>
      Object.entries(paramsOf('a@b.example'))
        .filter(([, value]) => JSON.stringify(value).includes('a@b.example'))
        .map(([parameter]) => `${name}.${parameter}`),
    );
    expect(taking.filter((endpoint) => !tested.includes(endpoint) && !OTHERS.includes(endpoint))).toEqual([]);
  });

  it('gets the same response as an unused address', async () => {
    await cast.ada.subscribe({ subscriptions: [{ name: 'plaza' }] });
    for (const [at, [name, paramsOf, by = 'eli']] of TABLE.entries()) {
      const unknown = `unknown${at}@stoa.example`;
      const expected = await answer(name, paramsOf(unknown), unknown, cast[by]);
      for (const hidden of ['hidden@stoa.example', 'gone@stoa.example', 'Hidden@STOA.example'])
        expect([name, ...(await answer(name, paramsOf(hidden), hidden, cast[by]))]).toEqual([name, ...expected]);
    }
  });

  it('has no picture under its address', async () => {
    const get = async (address: string) => {
      const response = await fetch(`${server.url}/avatar/${address}`, { headers: basic(cast.eli), redirect: 'manual' });
      return [response.status, await response.text()];
    };
    expect(await get('hidden@stoa.example')).toEqual(await get('unknown@stoa.example'));
  });

  it('gets the same response as an unknown one when entered on an invitation link for another address', async () => {
    await cast.bela.sendInvites({ invitee_emails: 'invited@stoa.example', stream_ids: [] });
    await server.app.jobs.settle();
    const link = mail.newest('invited@stoa.example').text.match(/http\S+\/join\/\S+/)![0];
    const join = async (email: string) => {
      const body = new URLSearchParams({ email, full_name: 'X', password: PASSWORD });
      const response = await fetch(link, { method: 'POST', body, headers: { accept: 'application/json' } });
      return [response.status, await response.text()];
    };
    expect(await join('hidden@stoa.example')).toEqual(await join('unknown@stoa.example'));
  });

  it('is revealed by mail to its owner only, when requested or invited', async () => {
    await cast.eli.updateSettings({ email: 'wanted@stoa.example' });
    await server.app.jobs.settle();
    expect(mail.newest('wanted@stoa.example').headers.get('subject')).toStartWith(
      'This address already has an account',
    );
    expect(mail.newest('wanted@stoa.example').text).not.toContain('/confirm-email/');
    const invitation = mail.mails.findLast(
      ({ to, text }) => to.includes('hidden@stoa.example') && text.includes('invited you to join'),
    )!;
    expect(invitation.text).toContain('just sign in');
    expect(invitation.text).not.toContain('/join/');
    const mail_sent = mail.mails.findLast(
      ({ to, text }) => to.includes('gone@stoa.example') && text.includes('invited you to join'),
    )!;
    expect(mail_sent.text).toContain('is deactivated');
  });

  it('is still shown to people who may see it', async () => {
    await cast.eli.updateSettings({ email_address_visibility: 1 });
    const { status, body } = await callRaw(
      server.url,
      endpoints.updateSettings as Endpoint,
      { email: cast.dara.email },
      cast.eli,
    );
    expect([status, body.msg]).toEqual([400, `Email '${cast.dara.email}' already in use`]);
  });
});
