// Saved snippets, through HTTP.
import { describe, expect, it } from 'bun:test';
import { MAX_SAVED_SNIPPETS } from '@stoa/contract';
import { refusedWith, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();

describe('saved snippets', () => {
  it('[SN1] [SN3] [SN6] are created for the clients of their owner, and listed in the order created', async () => {
    const { dara, eli } = cast;
    const { value, events } = await verifyEvents([dara, eli], () =>
      dara.createSavedSnippet({ title: ' Welcome ', content: '\nHello **there**! ' }),
    );
    const first = { id: value.saved_snippet_id, title: 'Welcome', content: 'Hello **there**!' };
    expect(events[0]).toMatchObject([{ type: 'saved_snippets', op: 'add', saved_snippet: first }]);
    expect(events[1]).toEqual([]);
    await dara.createSavedSnippet({ title: 'Again', content: '123' });
    const { saved_snippets } = await dara.getSavedSnippets();
    expect(saved_snippets).toMatchObject([first, { title: 'Again', content: '123' }]);
    expect(Math.abs(saved_snippets[0]!.date_created - server.clock.now() / 1000)).toBeLessThan(60);
    expect((await eli.getSavedSnippets()).saved_snippets).toEqual([]);
    const state = await dara.registerQueue({ fetch_event_types: ['saved_snippets'] });
    expect(state.saved_snippets).toEqual(saved_snippets);
  });

  it('[SN3] accept titles of up to 60 and contents of up to 10,000 code points', async () => {
    const { eli } = cast;
    const good = { title: 'title', content: 'content' };
    for (const title of ['💡', '💡'.repeat(59), '💡'.repeat(60)]) await eli.createSavedSnippet({ ...good, title });
    for (const content of ['💡'.repeat(9_999), '💡'.repeat(10_000)]) await eli.createSavedSnippet({ ...good, content });
    const before = await eli.getSavedSnippets();
    expect(before.saved_snippets).toHaveLength(5);
    const { id } = before.saved_snippets[0]!;
    for (const bad of [
      { title: '💡'.repeat(61) },
      { title: '' },
      { title: ' \t ' },
      { title: 'null\0byte' },
      { content: '💡'.repeat(10_001) },
      { content: ' \n ' },
      { content: 'null\0byte' },
    ]) {
      expect(await refusedWith(eli.createSavedSnippet({ ...good, ...bad }))).toEqual([400, 'BAD_REQUEST']);
      expect(await refusedWith(eli.editSavedSnippet({ saved_snippet_id: id, ...bad }))).toEqual([400, 'BAD_REQUEST']);
    }
    expect(await eli.getSavedSnippets()).toEqual(before);
  });

  it('[SN5] [SN6] are edited in part; unchanged values cause no event', async () => {
    const { bela, eli } = cast;
    const { saved_snippet_id } = await bela.createSavedSnippet({ title: 'old', content: 'old' });
    const [before] = (await bela.getSavedSnippets()).saved_snippets;
    server.clock.advance(100_000);
    const titled = await verifyEvents([bela, eli], () => bela.editSavedSnippet({ saved_snippet_id, title: 'new' }));
    expect(titled.events[0]).toMatchObject([{ op: 'update', saved_snippet: { ...before, title: 'new' } }]);
    expect(titled.events[1]).toEqual([]);
    await verifyEvents(bela, () => bela.editSavedSnippet({ saved_snippet_id, content: 'newer' }));
    const same = await verifyEvents(bela, async () => {
      await bela.editSavedSnippet({ saved_snippet_id, title: ' new ', content: 'newer' });
      await bela.editSavedSnippet({ saved_snippet_id });
    });
    expect(same.events).toEqual([[]]);
    expect((await bela.getSavedSnippets()).saved_snippets).toEqual([{ ...before!, title: 'new', content: 'newer' }]);
  });

  it('[SN2] are missing for other accounts', async () => {
    const { bela, ada } = cast;
    const { saved_snippet_id } = await bela.createSavedSnippet({ title: 'mine', content: 'mine' });
    const before = await bela.getSavedSnippets();
    const { events } = await verifyEvents([ada, bela], async () => {
      for (const id of [saved_snippet_id, 987_654, -1, Number.MAX_SAFE_INTEGER]) {
        expect(await refusedWith(ada.editSavedSnippet({ saved_snippet_id: id, title: 'x' }))).toEqual([
          404,
          'BAD_REQUEST',
        ]);
        expect(await refusedWith(ada.deleteSavedSnippet({ saved_snippet_id: id }))).toEqual([404, 'BAD_REQUEST']);
      }
    });
    expect(events).toEqual([[], []]);
    expect(await bela.getSavedSnippets()).toEqual(before);
  });

  it('[SN6] are deleted', async () => {
    const { bela, eli } = cast;
    const { saved_snippet_id } = await bela.createSavedSnippet({ title: 'short-lived', content: 'x' });
    const { events } = await verifyEvents([bela, eli], () => bela.deleteSavedSnippet({ saved_snippet_id }));
    expect(events[0]).toMatchObject([{ op: 'remove', saved_snippet_id }]);
    expect(events[1]).toEqual([]);
    expect(await refusedWith(bela.deleteSavedSnippet({ saved_snippet_id }))).toEqual([404, 'BAD_REQUEST']);
  });

  it('[SN4] are limited to 1,000 per account', async () => {
    const { finn } = cast;
    const make = () => finn.createSavedSnippet({ title: 'one of many', content: 'x' });
    for (let at = 0; at < MAX_SAVED_SNIPPETS; at += 50) await Promise.all(Array.from({ length: 50 }, make));
    expect(await refusedWith(make())).toEqual([400, 'BAD_REQUEST']);
    const { saved_snippets } = await finn.getSavedSnippets();
    expect(saved_snippets).toHaveLength(MAX_SAVED_SNIPPETS);
    await finn.deleteSavedSnippet({ saved_snippet_id: saved_snippets[0]!.id });
    await make();
  });
});
