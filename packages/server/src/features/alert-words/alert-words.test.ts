// Alert words, through HTTP.
import { describe, expect, it } from 'bun:test';
import { MAX_ALERT_WORDS } from '@stoa/contract';
import { basic, rawRequest, refusedWith, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();

describe('alert words', () => {
  it('[AW1] [AW2] [AW5] are added trimmed, and announced to the clients of their owner', async () => {
    const { dara, eli } = cast;
    const { value, events } = await verifyEvents([dara, eli], () =>
      dara.addAlertWords({ alert_words: [' Zebra ', '', '  ', 'apple pie', '漢字', "o'clock"] }),
    );
    const alert_words = ['Zebra', 'apple pie', '漢字', "o'clock"];
    expect(value).toEqual({ alert_words });
    expect(events[0]).toMatchObject([{ type: 'alert_words', alert_words }]);
    expect(events[1]).toEqual([]);
    expect(await dara.getAlertWords()).toEqual({ alert_words });
    expect((await dara.registerQueue({ fetch_event_types: ['alert_words'] })).alert_words).toEqual(alert_words);
    expect(await eli.getAlertWords()).toEqual({ alert_words: [] });
  });

  it('[AW3] [AW5] are equal ignoring case, and stay as first written', async () => {
    const { bela } = cast;
    await bela.addAlertWords({ alert_words: ['Straße', 'ÉCOLE'] });
    const added = await verifyEvents(bela, () =>
      bela.addAlertWords({ alert_words: ['straße', 'école', 'e\u0301cole', 'New', 'NEW'] }),
    );
    expect(added.value.alert_words).toEqual(['Straße', 'ÉCOLE', 'New']);
    const again = await verifyEvents(bela, () => bela.addAlertWords({ alert_words: ['STRAßE', 'new', ' '] }));
    expect(again.value.alert_words).toEqual(['Straße', 'ÉCOLE', 'New']);
    expect(again.events).toEqual([[]]);
  });

  it('[AW3] [AW5] are removed in any spelling; unknown ones are no error', async () => {
    const { chen, bela } = cast;
    await chen.addAlertWords({ alert_words: ['one', 'Two', 'three'] });
    const { value, events } = await verifyEvents([chen, bela], () =>
      chen.removeAlertWords({ alert_words: [' ONE', 'tWO', 'four', ''] }),
    );
    expect(value.alert_words).toEqual(['three']);
    expect(events[0]).toMatchObject([{ type: 'alert_words', alert_words: ['three'] }]);
    expect(events[1]).toEqual([]);
    const none = await verifyEvents(chen, () => chen.removeAlertWords({ alert_words: ['one', 'never there'] }));
    expect([none.value.alert_words, none.events]).toEqual([['three'], [[]]]);
    // A word that was removed and added again goes to the end.
    await verifyEvents(chen, () => chen.addAlertWords({ alert_words: ['four', 'One'] }));
    expect((await chen.getAlertWords()).alert_words).toEqual(['three', 'four', 'One']);
  });

  it('[AW2] have at most 100 code points; one invalid word refuses all', async () => {
    const { eli } = cast;
    await eli.addAlertWords({ alert_words: ['💡'.repeat(99), '💡'.repeat(100)] });
    const before = await eli.getAlertWords();
    for (const word of ['💡'.repeat(101), 'null\0byte', 'x'.repeat(500_000)])
      expect(await refusedWith(eli.addAlertWords({ alert_words: ['fine', word] }))).toEqual([400, 'BAD_REQUEST']);
    expect(await eli.getAlertWords()).toEqual(before);
    for (const alert_words of ['bare', '{"a":1}', '[1]', '[null]']) {
      for (const method of ['POST', 'DELETE']) {
        const { status, body } = await rawRequest(`${server.url}/api/v1/users/me/alert_words`, {
          method,
          headers: basic(eli),
          body: new URLSearchParams({ alert_words }),
        });
        expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      }
    }
  });

  it('[AW4] are limited to 500 per account', async () => {
    const { finn } = cast;
    const words = Array.from({ length: MAX_ALERT_WORDS + 1 }, (_, n) => `word ${n}`);
    expect(await refusedWith(finn.addAlertWords({ alert_words: words }))).toEqual([400, 'BAD_REQUEST']);
    await finn.addAlertWords({ alert_words: words.slice(0, MAX_ALERT_WORDS - 1) });
    expect(await refusedWith(finn.addAlertWords({ alert_words: ['a', 'b'] }))).toEqual([400, 'BAD_REQUEST']);
    await finn.addAlertWords({ alert_words: ['a', 'WORD 0'] });
    expect(await refusedWith(finn.addAlertWords({ alert_words: ['b'] }))).toEqual([400, 'BAD_REQUEST']);
    expect((await finn.addAlertWords({ alert_words: words.slice(0, 5) })).alert_words).toHaveLength(MAX_ALERT_WORDS);
    await verifyEvents(finn, () => finn.removeAlertWords({ alert_words: words }));
    expect((await finn.getAlertWords()).alert_words).toEqual(['a']);
  });
});
