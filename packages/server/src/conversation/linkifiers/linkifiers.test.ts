// Linkifiers and code playgrounds, through HTTP.
import { beforeAll, describe, expect, it } from 'bun:test';
import { type ApiError, MAX_LINKIFIER_LENGTH } from '@stoa/contract';
import { serveTests, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();
beforeAll(async () => {
  await cast.ada.subscribe({ subscriptions: [{ name: 'work' }] });
});

const TICKET = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tickets.example/{id}' };
const message = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ApiError) => {
      expect([error.status, error.code]).toEqual([400, 'BAD_REQUEST']);
      return error.message;
    },
  );
async function rendered(content: string): Promise<{ content: string }> {
  const { id } = await cast.ada.sendMessage({ type: 'channel', to: 'work', topic: 'work', content });
  return (await cast.ada.getMessage({ message_id: id })).message;
}
async function clear(): Promise<void> {
  for (const { id } of (await cast.ada.getLinkifiers()).linkifiers) await cast.ada.removeLinkifier({ filter_id: id });
}

describe('linkifiers', () => {
  it('[LK1] [LK2] become links in later messages and topics, and are sent as a whole list', async () => {
    const { ada, eli } = cast;
    const capable = { client_capabilities: { linkifier_url_template: true } };
    const queue = await eli.registerQueue(capable);
    const old = await eli.registerQueue({});
    const before = await rendered('see #12');
    const { value } = await verifyEvents([ada, eli], () => ada.addLinkifier(TICKET));
    const whole = {
      ...TICKET,
      id: value.id,
      example_input: null,
      reverse_template: null,
      alternative_url_templates: [],
    };
    const poll = async ({ queue_id, last_event_id }: typeof queue) =>
      (await eli.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true })).events.filter(({ type }) =>
        type.startsWith('realm_link'),
      );
    expect(await poll(queue)).toMatchObject([{ type: 'realm_linkifiers', realm_linkifiers: [whole] }]);
    expect(await poll(old)).toEqual([]);
    expect((await eli.getLinkifiers()).linkifiers).toEqual([whole]);
    const fetch = { fetch_event_types: ['realm_linkifiers'] };
    expect(await eli.registerQueue({ ...fetch, ...capable })).toMatchObject({ realm_linkifiers: [whole] });
    const incapable = await eli.registerQueue(fetch);
    expect([incapable.realm_linkifiers, incapable.realm_filters]).toEqual([[], undefined]);
    const former = await eli.registerQueue({ fetch_event_types: ['realm_filters'], ...capable });
    expect([former.realm_linkifiers, former.realm_filters]).toEqual([undefined, []]);
    const after = await rendered('see #12');
    expect(before.content).toBe('<p>see #12</p>');
    expect(after.content).toBe('<p>see <a href="https://tickets.example/12">#12</a></p>');
    await verifyEvents([ada, eli], () =>
      ada.updateLinkifier({ filter_id: value.id, ...TICKET, url_template: 'https://new.example/{id}' }),
    );
    expect((await rendered('#12')).content).toContain('https://new.example/12');
    await verifyEvents([ada, eli], () => ada.removeLinkifier({ filter_id: value.id }));
    expect((await rendered('#12')).content).toBe('<p>#12</p>');
  });

  it('[LK3] keep the template that shortens pasted addresses again', async () => {
    await clear();
    const whole = {
      ...TICKET,
      example_input: '#123',
      reverse_template: '#{id}',
      alternative_url_templates: ['https://old.example/{id}'],
    };
    const { value } = await verifyEvents(cast.ada, () => cast.ada.addLinkifier(whole));
    expect((await cast.ada.getLinkifiers()).linkifiers).toEqual([{ id: value.id, ...whole }]);
  });

  it('[LK3] are refused if they could never be a link, with the reason', async () => {
    await clear();
    const refused = (change: object) => message(cast.ada.addLinkifier({ ...TICKET, ...change }));
    expect(await refused({ pattern: '(' })).toBe(
      'Bad regular expression: error parsing regexp: missing closing ): `(`',
    );
    // Not a pattern by itself, though it becomes one within the surrounding group.
    expect(await refused({ pattern: '(?P<id>x))|(?:y' })).toStartWith('Bad regular expression');
    expect(await refused({ pattern: '(?=x)(?P<id>x)' })).toStartWith('Bad regular expression');
    expect(await refused({ pattern: '((((x{1000}){1000}){1000}))' })).toStartWith('Bad regular expression');
    expect(await refused({ pattern: ' ' })).toContain('empty');
    expect(await refused({ url_template: 'https://x.example/{id' })).toBe('Invalid URL template.');
    expect(await refused({ url_template: 'https://x.example/{}' })).toBe('Invalid URL template.');
    expect(await refused({ url_template: 'https://x.example/' })).toContain("Group 'id' in linkifier pattern");
    expect(await refused({ url_template: 'https://x.example/{id}{?who}' })).toContain("Group 'who' in URL template");
    expect(await refused({ reverse_template: '#{who}' })).toContain("Group 'who'");
    expect(await refused({ alternative_url_templates: ['https://x.example/{who}'] })).toContain("Group 'who'");
    expect(await refused({ example_input: 'none' })).toContain('does not match');
    expect(await refused({ pattern: `(?:x{300})${TICKET.pattern}{300}` })).toContain('The pattern is too large');
    const { pattern, url_template } = TICKET;
    const longest = `${url_template}${'x'.repeat(MAX_LINKIFIER_LENGTH - url_template.length)}`;
    expect(await refused({ url_template: `${longest}x` })).toContain('1000');
    expect((await cast.ada.getLinkifiers()).linkifiers).toEqual([]);
    for (const [at, fits] of [longest, longest.slice(1)].entries())
      expect(await refused({ pattern: `${pattern}${at}`, url_template: fits })).toBe('done');
  });

  it('[LK4] have unique patterns; unknown ones are refused', async () => {
    await clear();
    const { ada } = cast;
    await ada.addLinkifier(TICKET);
    const other = await ada.addLinkifier({ ...TICKET, pattern: 'T(?P<id>[0-9]+)' });
    expect(await message(ada.addLinkifier(TICKET))).toContain('already exists');
    expect(await message(ada.updateLinkifier({ filter_id: other.id, ...TICKET }))).toContain('already exists');
    for (const filter_id of [0, -1, 987_654]) {
      expect(await message(ada.updateLinkifier({ filter_id, ...TICKET }))).toBe('Linkifier not found.');
      expect(await message(ada.removeLinkifier({ filter_id }))).toBe('Linkifier not found.');
    }
  });

  it('[LK5] are matched in the order given', async () => {
    await clear();
    const { ada, dara } = cast;
    const add = (host: string, pattern: string) =>
      ada.addLinkifier({ pattern, url_template: `https://${host}.example/{id}` }).then(({ id }) => id);
    const [one, two] = [await add('one', '#(?P<id>[0-9]+)'), await add('two', '#(?P<id>[0-9]{2})')];
    expect((await rendered('#12')).content).toContain('one.example');
    await verifyEvents([ada, dara], () => ada.reorderLinkifiers({ ordered_linkifier_ids: [two, one] }));
    expect((await rendered('#12')).content).toContain('two.example');
    for (const order of [[one], [one, one], [one, two, 99_999], []])
      expect(await message(ada.reorderLinkifiers({ ordered_linkifier_ids: order }))).toContain('exactly once');
  });

  it('[LK1] are changed by administrators only', async () => {
    const code = { code: 'UNAUTHORIZED_PRINCIPAL' };
    for (const person of [cast.dara, cast.eli]) {
      await expect(person.addLinkifier(TICKET)).rejects.toMatchObject(code);
      await expect(person.reorderLinkifiers({ ordered_linkifier_ids: [] })).rejects.toMatchObject(code);
    }
  });
});

describe('code playgrounds', () => {
  const RUST = {
    name: 'Rust playground',
    pygments_language: 'Rust',
    url_template: 'https://play.example/?code={code}',
  };

  it('[PL1] [PL3] are added once each, removed, and sent as a whole list', async () => {
    const { ada, eli } = cast;
    const { value, events } = await verifyEvents([ada, eli], () => ada.addPlayground(RUST));
    expect(events[1]).toMatchObject([{ type: 'realm_playgrounds', realm_playgrounds: [{ id: value.id, ...RUST }] }]);
    expect(await message(ada.addPlayground(RUST))).toContain('already exists');
    await ada.addPlayground({ ...RUST, name: 'Another' });
    await verifyEvents([ada, eli], () => ada.removePlayground({ playground_id: value.id }));
    expect(await message(ada.removePlayground({ playground_id: value.id }))).toBe('Invalid playground');
    await expect(cast.dara.addPlayground(RUST)).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
  });

  it('[PL2] are refused with unusable templates, languages and names', async () => {
    const refused = (change: object) => message(cast.ada.addPlayground({ ...RUST, ...change }));
    expect(await refused({ url_template: 'https://play.example' })).toContain('Missing the required variable');
    expect(await refused({ url_template: 'https://play.example/{code}{x}' })).toContain('only variable');
    expect(await refused({ url_template: 'https://play.example/{code' })).toBe('Invalid URL template.');
    expect(await refused({ url_template: 'javascript:alert({code})' })).toBe('Invalid URL template.');
    expect(await refused({ pygments_language: 'a$b' })).toBe('Invalid characters in pygments language');
    expect(await refused({ name: ' ' })).toBe('name cannot be blank');
    expect(await refused({ name: 'x'.repeat(101) })).toContain('too long');
    expect(await refused({ name: '💡'.repeat(100) })).toBe('done');
    expect(await refused({ name: '💡'.repeat(99) })).toBe('done');
  });
});
