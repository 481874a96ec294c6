// Channel folders, through HTTP.
import { describe, expect, it } from 'bun:test';
import { basic, rawRequest, refusedWith, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();

const BAD: [number, string] = [400, 'BAD_REQUEST'];
const UNAUTHORIZED: [number, string] = [400, 'UNAUTHORIZED_PRINCIPAL'];

const all = async () => (await cast.bela.getChannelFolders({ include_archived: true })).channel_folders;
const named = async (id: number) => (await all()).find((folder) => folder.id === id)!;

async function make(name: string, description = ''): Promise<number> {
  return (await cast.bela.createChannelFolder({ name, description })).channel_folder_id;
}

describe('making folders', () => {
  it('[FO1] [FO2] [FO9] is announced to everyone, guests included, and puts the folder last', async () => {
    const { bela, dara, finn, bot } = cast;
    const { value, events } = await verifyEvents([bela, dara, finn, bot], () =>
      bela.createChannelFolder({ name: ' Engineering ', description: 'What we **build**' }),
    );
    const folder = {
      id: value.channel_folder_id,
      name: 'Engineering',
      description: 'What we **build**',
      rendered_description: '<p>What we <strong>build</strong></p>',
      order: 0,
      creator_id: bela.user_id as number,
      is_archived: false,
    };
    for (const received of events)
      expect(received).toMatchObject([{ type: 'channel_folder', op: 'add', channel_folder: folder }]);
    const { channel_folders } = await finn.getChannelFolders();
    expect(channel_folders as unknown[]).toMatchObject([folder]);
    expect(Math.abs(channel_folders[0]!.date_created! - server.clock.now() / 1000)).toBeLessThan(60);
    const second = await named(await make('Second', ''));
    expect(second).toMatchObject({ order: 1, description: '', rendered_description: '' });
    const state = await finn.registerQueue({ fetch_event_types: ['channel_folders'] });
    expect(state.channel_folders).toEqual(await all());
  });

  it('[FO2] needs an administrator', async () => {
    const { chen, dara, finn, ada } = cast;
    const before = await all();
    const [first] = before;
    for (const person of [chen, dara, finn]) {
      const folder = { name: 'Coup', description: '' };
      expect(await refusedWith(person.createChannelFolder(folder))).toEqual(UNAUTHORIZED);
      expect(await refusedWith(person.updateChannelFolder({ channel_folder_id: first!.id, ...folder }))).toEqual(
        UNAUTHORIZED,
      );
      expect(await refusedWith(person.reorderChannelFolders({ order: before.map(({ id }) => id) }))).toEqual(
        UNAUTHORIZED,
      );
    }
    expect(await all()).toEqual(before);
    await ada.createChannelFolder({ name: 'By the owner', description: '' });
  });

  it('[FO2] needs a name and a description, which may be empty', async () => {
    for (const [params, missing] of [
      [{ name: 'Alone' }, 'description'],
      [{ description: 'Alone' }, 'name'],
    ] as const) {
      const { status, body } = await rawRequest(`${server.url}/api/v1/channel_folders/create`, {
        method: 'POST',
        headers: basic(cast.bela),
        body: new URLSearchParams(params as never),
      });
      expect([status, body.code, body.var_name]).toEqual([400, 'REQUEST_VARIABLE_MISSING', missing]);
    }
  });

  it('[FO3] accepts names up to 60 and descriptions up to 1024 code points', async () => {
    const { bela } = cast;
    for (const name of ['é', '💡'.repeat(59), '💡'.repeat(60), '123', '"quoted"']) {
      expect((await named(await make(name))).name).toBe(name);
    }
    const id = await make('Described');
    for (const description of [
      '',
      'x',
      '💡'.repeat(1023),
      '💡'.repeat(1024),
      'two\nlines',
      '<script>alert(1)</script>',
    ]) {
      await verifyEvents(bela, () => bela.updateChannelFolder({ channel_folder_id: id, description }));
      expect((await named(id)).description).toBe(description);
    }
    expect((await named(id)).rendered_description).not.toContain('<script');
    const before = await all();
    for (const name of ['', ' \t ', '💡'.repeat(61), 'two\nlines', 'bell\x07', 'null\0byte', '\u200b']) {
      expect(await refusedWith(make(name))).toEqual(BAD);
      expect(await refusedWith(bela.updateChannelFolder({ channel_folder_id: id, name }))).toEqual(BAD);
    }
    for (const description of ['💡'.repeat(1025), 'null\0byte', 'bell\x07']) {
      expect(await refusedWith(make('Fine', description))).toEqual(BAD);
      expect(await refusedWith(bela.updateChannelFolder({ channel_folder_id: id, description }))).toEqual(BAD);
    }
    expect(await all()).toEqual(before);
  });

  it('[FO4] requires unique names among unarchived folders, ignoring case', async () => {
    const { bela } = cast;
    const first = await make('Straße');
    const second = await make('Other road');
    for (const name of ['Straße', ' STRAßE ', 'straße']) {
      expect(await refusedWith(make(name))).toEqual(BAD);
      expect(await refusedWith(bela.updateChannelFolder({ channel_folder_id: second, name }))).toEqual(BAD);
    }
    // Its own name in another case is free.
    await verifyEvents(bela, () => bela.updateChannelFolder({ channel_folder_id: first, name: 'STRAße' }));
    await bela.updateChannelFolder({ channel_folder_id: first, is_archived: true });
    const third = await make('straße');
    expect(await refusedWith(bela.updateChannelFolder({ channel_folder_id: first, is_archived: false }))).toEqual(BAD);
    expect((await named(first)).is_archived).toBe(true);
    await bela.updateChannelFolder({ channel_folder_id: first, name: 'Old road', is_archived: false });
    expect([(await named(first)).name, (await named(third)).name]).toEqual(['Old road', 'straße']);
  });
});

describe('changing folders', () => {
  it('[FO5] [FO9] announces only what has changed', async () => {
    const { bela, finn } = cast;
    const channel_folder_id = await make('Before', 'before');
    const update = (changes: object) => () => bela.updateChannelFolder({ channel_folder_id, ...changes });
    const eventsOf = async (changes: object) => {
      const { events } = await verifyEvents([bela, finn], update(changes));
      expect(events[1]).toEqual(events[0]!);
      return events[0]!.map(({ type, op, channel_folder_id, data }) => [type, op, channel_folder_id, data]);
    };
    const event = (data: object) => [['channel_folder', 'update', channel_folder_id, data]];
    expect(await eventsOf({ name: 'After' })).toEqual(event({ name: 'After' }));
    expect(await eventsOf({ name: 'After', description: '*after*' })).toEqual(
      event({ description: '*after*', rendered_description: '<p><em>after</em></p>' }),
    );
    expect(await eventsOf({ is_archived: true })).toEqual(event({ is_archived: true }));
    expect(await eventsOf({ is_archived: false, name: 'Again' })).toEqual(event({ is_archived: false, name: 'Again' }));
    expect(await eventsOf({ description: '' })).toEqual(event({ description: '', rendered_description: '' }));
    expect(await eventsOf({ name: ' Again ', description: ' ', is_archived: false })).toEqual([]);
    expect(await eventsOf({})).toEqual([]);
  });

  it('[FO1] hides archived folders unless requested', async () => {
    const { bela, dara } = cast;
    const id = await make('Put away');
    await verifyEvents([bela, dara], () => bela.updateChannelFolder({ channel_folder_id: id, is_archived: true }));
    const shown = (await dara.getChannelFolders()).channel_folders;
    expect(shown.some((folder) => folder.id === id || folder.is_archived)).toBe(false);
    const { channel_folders } = await dara.getChannelFolders({ include_archived: true });
    expect(channel_folders).toEqual(await all());
    expect(channel_folders.find((folder) => folder.id === id)).toMatchObject({ is_archived: true });
  });

  it('[FO7] refuses unknown ids and ids of other organizations', async () => {
    const { bela } = cast;
    const other = await server.organization('folders.example');
    const { channel_folder_id: foreign } = await other.owner.createChannelFolder({ name: 'Theirs', description: '' });
    for (const id of [foreign, 987_654, 0, -1, Number.MAX_SAFE_INTEGER])
      expect(await refusedWith(bela.updateChannelFolder({ channel_folder_id: id, name: 'Ours' }))).toEqual(BAD);
    expect((await other.owner.getChannelFolders()).channel_folders).toMatchObject([{ name: 'Theirs', order: 0 }]);
    expect((await all()).some(({ name }) => name === 'Theirs' || name === 'Ours')).toBe(false);
  });

  it('[FO8] [FO9] reorders all folders', async () => {
    const { bela, finn } = cast;
    const order = (await all()).map(({ id }) => id).reverse();
    const { events } = await verifyEvents([bela, finn], () => bela.reorderChannelFolders({ order }));
    for (const received of events) expect(received).toMatchObject([{ type: 'channel_folder', op: 'reorder', order }]);
    expect((await all()).map(({ id, order }) => [id, order])).toEqual(order.map((id, at) => [id, at]));
    const same = await verifyEvents(bela, () => bela.reorderChannelFolders({ order }));
    expect(same.events).toEqual([[]]);
    const { order: last } = await named(await make('Newest'));
    expect(last).toBe(order.length);
  });

  it('[FO8] refuses an order that does not name every folder once', async () => {
    const { bela } = cast;
    const before = await all();
    const ids = before.map(({ id }) => id);
    for (const order of [[], ids.slice(1), [...ids, ids[0]!], [ids[0]!, ...ids.slice(0, -1)], [...ids, 987_654]])
      expect(await refusedWith(bela.reorderChannelFolders({ order }))).toEqual(BAD);
    for (const order of ['{}', '["1"]', '[1.5]', 'null']) {
      const { status } = await rawRequest(`${server.url}/api/v1/channel_folders`, {
        method: 'PATCH',
        headers: basic(bela),
        body: new URLSearchParams({ order }),
      });
      expect(status).toBe(400);
    }
    expect(await all()).toEqual(before);
  });
});

describe('channels in folders', () => {
  it('[FO6] [FO10] are created there and keep the folder from being archived', async () => {
    const { bela, dara } = cast;
    const folder_id = await make('Full');
    await verifyEvents([bela, dara], () => dara.subscribe({ subscriptions: [{ name: 'in a folder' }], folder_id }));
    const { stream_id } = await dara.getStreamId({ stream: 'in a folder' });
    expect((await dara.getStream({ stream_id })).stream.folder_id).toBe(folder_id);
    const archive = () => bela.updateChannelFolder({ channel_folder_id: folder_id, is_archived: true });
    expect(await refusedWith(archive())).toEqual(BAD);
    expect((await named(folder_id)).is_archived).toBe(false);
    // Renaming it still works.
    await bela.updateChannelFolder({ channel_folder_id: folder_id, name: 'Still full', is_archived: false });
  });

  it('[FO10] can’t be created in archived or unknown folders, or in those of other organizations', async () => {
    const { bela, dara } = cast;
    const archived = await make('Gone');
    await bela.updateChannelFolder({ channel_folder_id: archived, is_archived: true });
    const other = await server.organization('more-folders.example');
    const { channel_folder_id: foreign } = await other.owner.createChannelFolder({ name: 'Theirs', description: '' });
    const subscriptions = [{ name: 'nowhere' }];
    for (const folder_id of [archived, foreign, 987_654, -1])
      expect(await refusedWith(dara.subscribe({ subscriptions, folder_id }))).toEqual(BAD);
    expect((await refusedWith(dara.getStreamId({ stream: 'nowhere' })))[0]).toBe(400);
    await dara.subscribe({ subscriptions, folder_id: null });
    const { stream_id } = await dara.getStreamId({ stream: 'nowhere' });
    expect((await dara.getStream({ stream_id })).stream.folder_id).toBeNull();
  });
});
