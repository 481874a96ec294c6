// Navigation views, through HTTP.
import { beforeEach, describe, expect, it } from 'bun:test';
import { BUILT_IN_VIEWS, MAX_NAVIGATION_VIEWS } from '@stoa/contract';
import { basic, rawRequest, refusedWith, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
beforeEach(async () => {
  for (const { fragment } of await views()) await cast.dara.removeNavigationView({ fragment });
});

const views = async () => (await cast.dara.getNavigationViews()).navigation_views;

const BAD: [number, string] = [400, 'BAD_REQUEST'];
const MISSING: [number, string] = [404, 'BAD_REQUEST'];

/** Like a client that encodes the fragment in the path its own way. */
function raw(method: 'PATCH' | 'DELETE', path: string, params: Record<string, string> = {}) {
  return rawRequest(`${server.url}/api/v1/navigation_views${path}`, {
    method,
    headers: basic(cast.dara),
    body: new URLSearchParams(params),
  });
}

describe('adding views', () => {
  it('[NV1] [NV9] configures built-in and custom views, for the clients of the owner', async () => {
    const { dara, eli } = cast;
    const own = { fragment: 'narrow/channel/5-go/topic/50.25', is_pinned: false, name: 'Fifty' };
    const { events } = await verifyEvents([dara, eli], async () => {
      await dara.addNavigationView({ fragment: 'narrow/is/starred', is_pinned: true });
      await dara.addNavigationView({ ...own, name: ' Fifty ' });
      await dara.addNavigationView({ fragment: 'inbox', is_pinned: false, name: null });
    });
    const expected = [{ fragment: 'narrow/is/starred', is_pinned: true }, own, { fragment: 'inbox', is_pinned: false }];
    expect(events[0]!.map(({ op, navigation_view }) => [op, navigation_view])).toEqual(
      expected.map((view) => ['add', view]),
    );
    expect(events[1]).toEqual([]);
    expect(await views()).toEqual(expected);
    expect((await dara.registerQueue({ fetch_event_types: ['navigation_views'] })).navigation_views).toEqual(expected);
    expect((await eli.getNavigationViews()).navigation_views).toEqual([]);
  });

  it('[NV4] refuses blank and overlong fragments, and those that a path would lose', async () => {
    const { dara } = cast;
    const add = (fragment: string) => dara.addNavigationView({ fragment, is_pinned: true, name: `${fragment.length}` });
    for (const fragment of ['', ' ', '\t\n', '💡'.repeat(501), 'x\0y', '.', '..', 'narrow/../inbox', './x'])
      expect(await refusedWith(add(fragment))).toEqual(BAD);
    expect(await views()).toEqual([]);
    for (const fragment of ['💡'.repeat(499), '💡'.repeat(500), '...', '%2e', 'a//b/', ' spaced ?#&=+% ']) {
      await add(fragment);
      await verifyEvents(dara, () => dara.editNavigationView({ fragment, is_pinned: false }));
      await dara.removeNavigationView({ fragment });
    }
  });

  it('[NV5] requires a name for custom views and none for built-in ones', async () => {
    const { dara } = cast;
    const own = { fragment: 'narrow/sender/7', is_pinned: true };
    for (const name of [undefined, null, '', '  ', 'null\0byte', '💡'.repeat(101)])
      expect(await refusedWith(dara.addNavigationView({ ...own, name }))).toEqual(BAD);
    for (const fragment of BUILT_IN_VIEWS)
      expect(await refusedWith(dara.addNavigationView({ fragment, is_pinned: true, name: 'mine' }))).toEqual(BAD);
    for (const [n, fragment] of BUILT_IN_VIEWS.entries())
      await dara.addNavigationView({ fragment, is_pinned: true, name: [undefined, null, ''][n % 3] });
    expect(await views()).toEqual(BUILT_IN_VIEWS.map((fragment) => ({ fragment, is_pinned: true })));
    for (const name of ['7', '💡'.repeat(99), '💡'.repeat(100)])
      await dara.addNavigationView({ fragment: `own/${name}`, is_pinned: true, name });
    expect((await views()).slice(-3).map(({ name }) => name)).toEqual(['7', '💡'.repeat(99), '💡'.repeat(100)]);
  });

  it('[NV600] takes the views of some clients with a name and without one', async () => {
    const { dara } = cast;
    const named = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alert words' };
    const unnamed = { fragment: 'narrow/is/followed', is_pinned: false };
    await verifyEvents(dara, () => dara.addNavigationView(named));
    await verifyEvents(dara, () => dara.addNavigationView({ ...unnamed, name: null }));
    expect(await views()).toEqual([named, unnamed]);
    const renamed = { fragment: named.fragment, name: 'Watched words' };
    await verifyEvents(dara, () => dara.editNavigationView(renamed));
    await verifyEvents(dara, () => dara.editNavigationView({ fragment: unnamed.fragment, name: 'Followed' }));
    await verifyEvents(dara, () => dara.editNavigationView({ ...renamed, name: null }));
    expect(await views()).toEqual([
      { ...named, ...renamed },
      { ...unnamed, name: 'Followed' },
    ]);
  });

  it('[NV2] [NV6] accepts each fragment and name once per account', async () => {
    const { dara, eli } = cast;
    const view = { fragment: 'narrow/sender/8', is_pinned: true, name: 'Eight' };
    await dara.addNavigationView(view);
    await dara.addNavigationView({ fragment: 'inbox', is_pinned: true });
    for (const again of [
      view,
      { ...view, name: 'Another' },
      { ...view, fragment: 'narrow/sender/9' },
      { ...view, fragment: 'narrow/sender/9', name: ' Eight' },
      { fragment: 'inbox', is_pinned: false },
    ])
      expect(await refusedWith(dara.addNavigationView(again))).toEqual(BAD);
    expect(await views()).toHaveLength(2);
    await eli.addNavigationView(view);
    await eli.removeNavigationView({ fragment: view.fragment });
  });

  it('[NV7] accepts the 250th view and refuses the next', async () => {
    const { eli } = cast;
    const add = (n: number) => eli.addNavigationView({ fragment: `many/${n}`, is_pinned: false, name: `view ${n}` });
    await Promise.all(Array.from({ length: MAX_NAVIGATION_VIEWS }, (_, n) => add(n)));
    expect(await refusedWith(add(MAX_NAVIGATION_VIEWS))).toEqual(BAD);
    expect(await refusedWith(eli.addNavigationView({ fragment: 'inbox', is_pinned: true }))).toEqual(BAD);
    await eli.removeNavigationView({ fragment: 'many/0' });
    await add(MAX_NAVIGATION_VIEWS);
    expect((await eli.getNavigationViews()).navigation_views).toHaveLength(MAX_NAVIGATION_VIEWS);
  });
});

describe('changing views', () => {
  it('[NV8] [NV9] pins and renames; unchanged values cause no event', async () => {
    const { dara, eli } = cast;
    const fragment = 'narrow/topic/plans';
    await dara.addNavigationView({ fragment, is_pinned: true, name: 'Plans' });
    await dara.addNavigationView({ fragment: 'inbox', is_pinned: true });
    await dara.addNavigationView({ fragment: 'other', is_pinned: true, name: 'Other' });
    const both = await verifyEvents([dara, eli], () =>
      dara.editNavigationView({ fragment, is_pinned: false, name: ' Ideas ' }),
    );
    const data = { is_pinned: false, name: 'Ideas' };
    expect(both.events[0]).toMatchObject([{ type: 'navigation_view', op: 'update', fragment, data }]);
    expect(both.events[1]).toEqual([]);
    const edited = await verifyEvents(dara, () => dara.editNavigationView({ fragment, is_pinned: false, name: 'New' }));
    expect(edited.events[0]![0]!.data).toEqual({ name: 'New' });
    await verifyEvents(dara, () => dara.editNavigationView({ fragment: 'inbox', is_pinned: false }));
    const none = await verifyEvents(dara, async () => {
      await dara.editNavigationView({ fragment, is_pinned: false, name: 'New' });
      await dara.editNavigationView({ fragment });
      await dara.editNavigationView({ fragment: 'inbox', name: null });
    });
    expect(none.events).toEqual([[]]);
    const before = await views();
    for (const name of [null, '', ' ', 'Other', '💡'.repeat(101), 'null\0byte'])
      expect(await refusedWith(dara.editNavigationView({ fragment, is_pinned: true, name }))).toEqual(BAD);
    expect(await refusedWith(dara.editNavigationView({ fragment: 'inbox', name: 'mine' }))).toEqual(BAD);
    expect(await views()).toEqual(before);
  });

  it('[NV9] removes', async () => {
    const { dara, eli } = cast;
    await dara.addNavigationView({ fragment: 'recent', is_pinned: true });
    const { events } = await verifyEvents([dara, eli], () => dara.removeNavigationView({ fragment: 'recent' }));
    expect(events[0]).toMatchObject([{ type: 'navigation_view', op: 'remove', fragment: 'recent' }]);
    expect(events[1]).toEqual([]);
    expect(await views()).toEqual([]);
  });

  it('[NV2] does not find views that the caller has not configured', async () => {
    const { dara, ada } = cast;
    await dara.addNavigationView({ fragment: 'own/secret', is_pinned: true, name: 'Secret' });
    for (const fragment of ['own/secret', 'inbox', 'no such', 'x'.repeat(5000)]) {
      expect(await refusedWith(ada.editNavigationView({ fragment, is_pinned: false }))).toEqual(MISSING);
      expect(await refusedWith(ada.removeNavigationView({ fragment }))).toEqual(MISSING);
    }
    expect(await views()).toHaveLength(1);
  });

  it('[NV3] accepts fragments in a path encoded or with their slashes', async () => {
    const { dara } = cast;
    const fragment = 'narrow/search/so/what? caf\u00e9 100%/';
    await dara.addNavigationView({ fragment, is_pinned: false, name: 'Searched' });
    await dara.addNavigationView({ fragment: 'narrow/is/starred', is_pinned: false });
    const encoded = encodeURIComponent(fragment);
    const slashes = encoded.replaceAll('%2F', '/');
    for (const [path, is_pinned] of [
      [`/${encoded}`, 'true'],
      [`/${slashes}`, 'false'],
      [`/${encoded.replace('%2F', '/')}`, 'true'],
    ] as const) {
      expect((await raw('PATCH', path, { is_pinned })).status).toBe(200);
      expect((await views())[0]).toMatchObject({ fragment, is_pinned: is_pinned === 'true' });
    }
    const ignored = await raw('PATCH', '/narrow/is/starred', { is_pinned: 'true', fragment: 'inbox' });
    expect(ignored.body.ignored_parameters_unsupported).toEqual(['fragment']);
    for (const [path, status] of [
      ['/', 404],
      ['/narrow/is/', 404],
      ['/narrow/%zz/x', 400],
      ['/narrow/%00/x', 400],
      ['/narrow/%E0%A4/x', 400],
      ['/a/%2e%2e/%2e%2e/streams', 405],
    ] as const) {
      const answer = await raw('DELETE', path);
      expect([path, answer.status, answer.body.code]).toEqual([path, status, 'BAD_REQUEST']);
    }
    const { status } = await rawRequest(`${server.url}/api/v1/navigation_views/narrow/is/starred`, {
      headers: basic(dara),
    });
    expect(status).toBe(405);
    expect((await raw('DELETE', `/${slashes}`)).status).toBe(200);
    expect((await raw('DELETE', '/narrow/is/starred')).status).toBe(200);
    expect(await views()).toEqual([]);
  });

  it('[NV5] [HT500] takes names verbatim', async () => {
    const { dara } = cast;
    await dara.addNavigationView({ fragment: 'own', is_pinned: false, name: 'First' });
    for (const [written, name] of [
      ['Plain words', 'Plain words'],
      ['"Quoted"', '"Quoted"'],
      ['42', '42'],
      ['true', 'true'],
    ] as const) {
      expect((await raw('PATCH', '/own', { name: written })).status).toBe(200);
      expect((await views())[0]!.name).toBe(name);
    }
    for (const params of [{ name: 'null' }, { is_pinned: 'perhaps' }])
      expect((await raw('PATCH', '/own', params as never)).status).toBe(400);
  });
});
