// Search through HTTP: what is found, by whom, after which changes, and how it is highlighted.

import { beforeAll, describe, expect, it } from 'bun:test';
import { ApiError, type MessageId, type ReadMessage } from '@stoa/contract';
import { type Person, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { SearchBacklog } from './search.actions.ts';

const { server, cast } = await serveTests();

beforeAll(async () => {
  const { dara, eli } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'library' }], principals: [dara.user_id, eli.user_id] });
});

async function write(content: string, topic = 'shelf', sender = cast.dara): Promise<MessageId> {
  return (await sender.sendMessage({ type: 'channel', to: 'library', topic, content })).id;
}

async function search(operand: string, reader: Person = cast.eli, more: [string, string][] = []) {
  const narrow: [string, string][] = [['search', operand], ...more];
  return (await reader.getMessages({ anchor: 'oldest', num_before: 0, num_after: 100, narrow })).messages;
}
const ids = (messages: readonly { id: number }[]) => messages.map(({ id }) => id as MessageId);
const find = async (operand: string, reader?: Person, more?: [string, string][]) =>
  ids(await search(operand, reader, more));

describe('finds', () => {
  it('[SE1] words in any inflection, case and spelling, in content and topic, all of them', async () => {
    const a = await write('The **releases** were running late');
    const b = await write('We release on Mondays', 'Releasing');
    const c = await write('Ordinary words', 'A release');
    expect(await find('release')).toEqual([a, b, c]);
    expect(await find('RELEASED')).toEqual([a, b, c]);
    expect(await find('run release')).toEqual([a]);
    expect(await find('leases')).toEqual([]);
    const d = await write('Ein CAFÉ in Zürich, ПРИВЕТ, Ελλάς');
    for (const word of ['café', 'cafe', 'ZURICH', 'привет', 'ελλάς', 'ελλας']) expect(await find(word)).toEqual([d]);
    const e = await write('ＦＵＬＬ ｗｉｄｔｈ');
    expect(await find('full')).toEqual([e]);
  });

  it('[SE1] nothing for combining marks without a letter, without an error', async () => {
    const a = await write('\u202e\u0301 lonely \u0301');
    expect(await find('lonely')).toEqual([a]);
    expect(await find('\u0301')).toEqual([]);
  });

  it('[SE2] phrases in exactly these forms, in sequence', async () => {
    const a = await write('a marble statue by the gate');
    const b = await write('statues of marble, by a gate');
    expect(await find('"marble statue"')).toEqual([a]);
    expect(await find('"marble statues"')).toEqual([]);
    expect(await find('statue')).toEqual([a, b]);
    expect(await find('"statue"')).toEqual([a]);
    const c = await write('see https://example.com/quarry-stone/x_y, don’t wait', 'granite');
    for (const joined of ['quarry-stone', 'example.com/quarry', 'x_y', "don't", '"don’t wait'])
      expect(await find(joined)).toEqual([c]);
    // No phrase spans content and topic.
    expect(await find('"wait granite"')).toEqual([]);
    expect(await find('wait granite')).toEqual([c]);
  });

  it('[SE3] words by prefix', async () => {
    const a = await write('catalogue of columns');
    const b = await write('the cataloging began');
    expect(await find('catalog*')).toEqual([a, b]);
    expect(await find('"the catal"*')).toEqual([b]);
    expect(await find('cat*')).toEqual([a, b]);
    expect(await find('ca*')).toEqual([]);
  });

  it('[SE4] messages without an excluded word', async () => {
    const a = await write('olive oil');
    const b = await write('olive branch');
    const c = await write('olive branch and oil');
    expect(await find('olive -oil')).toEqual([b]);
    expect(await find('olive -"branch and"')).toEqual([a, b]);
    expect(await find('olive', cast.eli, [['-search', 'branch oil']])).toEqual([a, b]);
    expect(await find('olive', cast.eli, [['-search', '-oil']])).toEqual([a, c]);
    expect(await find('olive', cast.eli, [['-search', '!?']])).toEqual([a, b, c]);
    expect(await find('-olive', cast.eli, [['id', String(b)]])).toEqual([]);
    expect(await find('-oil', cast.eli, [['id', String(b)]])).toEqual([b]);
  });

  it('[SE5] any part of a text without spaces', async () => {
    const a = await write('日本語の全文検索エンジン、東京都に住む', '検索');
    const b = await write('東京は京都ではない');
    const c = await write('한국어로 검색하면 학교에서');
    const d = await write('ภาษาไทยไม่มีช่องว่าง');
    const e = await write('新しいiPhone手机を買う');
    const cases: [string, number[]][] = [
      ['検索', [a]],
      ['全文検索', [a]],
      ['文検', [a]],
      ['京都', [a, b]],
      ['東京都', [a]],
      ['東', [a, b]],
      ['索', [a]],
      ['む', [a]],
      ['東都', []],
      ['語文', []],
      ['"東京都に住"', [a]],
      ['검색', [c]],
      ['학교', [c]],
      ['ไทย', [d]],
      ['iPhone手机', [e]],
      ['手机', [e]],
      ['iphone', [e]],
      ['いiphone', [e]],
      ['ｴﾝｼﾞﾝ', [a]],
      ['東京 -京都に', [b]],
      ['京都 東京', [a, b]],
    ];
    for (const [operand, expected] of cases)
      expect([operand, await find(operand)]).toEqual([operand, expected as MessageId[]]);
  });

  it('[SE6] visible text, not markup', async () => {
    const a = await write('[the archive](https://hidden.example/secretpath) and $$\\sqrt{planck}$$ and **bold**face');
    expect(await find('secretpath')).toEqual([]);
    expect(await find('href')).toEqual([]);
    expect(await find('strong')).toEqual([]);
    expect(await find('archive planck')).toEqual([a]);
    expect(await find('boldface')).toEqual([a]);
    const b = await write('```python\ndef tokenise(x):\n    return x\n```');
    expect(await find('tokenise')).toEqual([b]);
  });
});

describe('people find', () => {
  it('[SE10] only what they may read', async () => {
    const { ada, dara, eli, finn } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'crypt' }], invite_only: true });
    await dara.sendMessage({ type: 'channel', to: 'crypt', topic: 'x', content: 'zebra in the crypt' });
    await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'zebra between us' });
    const open = await write('zebra for all');
    expect((await search('zebra', dara)).length).toBe(3);
    expect((await search('zebra', eli)).length).toBe(2);
    expect(await find('zebra', ada, [['channels', 'public']])).toEqual([open]);
    expect(await find('zebra', ada)).toEqual([]);
    expect(await find('zebra', finn)).toEqual([]);
    const refused = await search('zebra', eli, [['channel', 'crypt']]).catch((error: ApiError) => error.code);
    expect(refused).toBe('BAD_NARROW');
    await dara.unsubscribe({ subscriptions: ['crypt'] });
    expect((await search('zebra', dara)).length).toBe(2);
  });

  it('[SE11] at worst nothing, whatever they type', async () => {
    const hostile = [
      '"',
      '""',
      '*',
      '-',
      '(',
      'a AND',
      'NOT',
      'a OR b',
      'NEAR(a b)',
      'words:a',
      "it's",
      'a\\',
      '%',
      '_',
      '#1',
      '=run',
      '^x',
      '@1',
      '~x',
      '{a}',
      "'; drop table messages; --",

      '🎉',
      '* *',
      '-"-"',
      'a:*',
      '<->',
      '!a & b',
      '|',
      'é'.repeat(1000),
      'a '.repeat(500),
      '"a" *b c*',
      '\u202e',
      '-'.repeat(900),
    ];
    for (const operand of hostile) {
      if (operand.trim() === '') continue;
      expect([operand, Array.isArray(await search(operand))]).toEqual([operand, true]);
    }
    expect(await find('?!')).toEqual([]);
    expect(await find('🎉')).toEqual([]);
    for (const operand of ['', '  ', 'é'.repeat(1001)]) {
      const error = await search(operand).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect((error as ApiError).code).toBe('BAD_NARROW');
    }
  });
});

describe('highlights', () => {
  const findOnly = async (operand: string): Promise<ReadMessage> => {
    const messages = await search(operand);
    expect(messages.length).toBe(1);
    return messages[0]!;
  };

  it('[SE9] in spans inside existing tags, with everything escaped', async () => {
    await write('**po**lice & [polices](https://x.example/police) <b>"policed"</b> `x<police>`', '<i>Police & "co"');
    const { match_content, match_subject, content } = await findOnly('police');
    const mark = (text: string) => `<span class="highlight">${text}</span>`;
    expect(match_content).toContain(`<strong>${mark('po')}</strong>${mark('lice')} &amp; `);
    expect(match_content).toContain(`<a href="https://x.example/police">${mark('polices')}</a>`);
    expect(match_content).toContain(`&lt;b&gt;"${mark('policed')}"&lt;/b&gt;`);
    expect(match_content).toContain(`<code>x&lt;${mark('police')}&gt;</code>`);
    expect(match_content!.replaceAll(/<span class="highlight">(.*?)<\/span>/g, '$1')).toBe(content);
    expect(match_subject).toBe(`&lt;i&gt;${mark('Police')} &amp; &quot;co&quot;`);
  });

  it('[SE9] phrases whole, characters of scripts without spaces, and no content for a topic match', async () => {
    await write('granary sign_up_config & granary walls', 'harvest');
    const mark = (text: string) => `<span class="highlight">${text}</span>`;
    expect((await findOnly('"sign_up_config & granary"')).match_content).toContain(
      `granary ${mark('sign_up_config')}${mark(' ')}`.slice(0, 8),
    );
    const topic_only = await findOnly('harvest granary');
    expect([topic_only.match_content, topic_only.match_subject]).toEqual([
      `<p>${mark('granary')} sign_up_config &amp; ${mark('granary')} walls</p>`,
      mark('harvest'),
    ]);
    await write('これは穀倉です');
    expect((await findOnly('穀倉')).match_content).toBe(`<p>これは${mark('穀倉')}です</p>`);
    expect((await findOnly('穀')).match_content).toBe(`<p>これは${mark('穀')}倉です</p>`);
  });

  it('[SE9] the source as well, and messages a client asks about', async () => {
    const { eli } = cast;
    const id = await write('an *amphora*', 'jars');
    const narrow = [{ operator: 'search', operand: 'amphora -jars' }];
    const request = {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [['search', 'amphora']] as [string, string][],
    } as const;
    const marked = '<p>an <em><span class="highlight">amphora</span></em></p>';
    const { messages } = await eli.getMessages({ ...request, narrow: [['search', 'amphora']], apply_markdown: false });
    expect([messages[0]!.content, messages[0]!.match_content]).toEqual(['an *amphora*', marked]);
    expect((await eli.matchesNarrow({ msg_ids: [id], narrow })).messages).toEqual({});
    expect(
      (await eli.matchesNarrow({ msg_ids: [id], narrow: [{ operator: 'search', operand: 'amphora' }] })).messages,
    ).toEqual({
      [id]: { match_content: marked, match_subject: 'jars' },
    });
  });
});

describe('the index', () => {
  it('[SE7] follows every change of a message at once', async () => {
    const { ada, dara } = cast;
    const id = await write('an obelisk', 'monuments');
    expect(await find('obelisk')).toEqual([id]);
    await dara.editMessage({ message_id: id, content: 'a pyramid' });
    expect([await find('obelisk'), await find('pyramid')]).toEqual([[], [id]]);
    await dara.editMessage({ message_id: id, topic: 'sepulchres' });
    expect([await find('pyramid monuments'), await find('pyramid sepulchre')]).toEqual([[], [id]]);
    await dara.subscribe({ subscriptions: [{ name: 'desert' }], principals: [ada.user_id, dara.user_id] });
    const { stream_id } = await dara.getStreamId({ stream: 'desert' });
    await ada.editMessage({ message_id: id, stream_id });
    const of = (channel: string) => find('pyramid', dara, [['channel', channel]]);
    expect([await of('library'), await of('desert')]).toEqual([[], [id]]);
    await ada.removeMessage({ message_id: id });
    expect(await find('pyramid', dara, [['channels', 'public']])).toEqual([]);
    const { store } = server.app;
    const indexed = sql.byEngine({ sqlite: sql`message_search match 'pyramid'`, postgres: sql`message_id = ${id}` });
    const rows = await store.db.get(sql`select count(*) as count from message_search where ${indexed}`);
    expect(rows).toEqual({ count: 0 });
  });

  it('[SE8] adds messages from before it existed, in batches', async () => {
    const { store, writer } = server.app;
    const ids: MessageId[] = [];
    for (let n = 0; n < 5; n++) ids.push(await write(`papyrus ${n}`));
    await store.transaction(async (tx) => {
      const id = tx.engine === 'sqlite' ? 'rowid' : 'message_id';
      await tx.run(sql`delete from message_search where ${sql.raw(id)} >= ${ids[0]!}`);
      await tx.run(sql`insert into search_backlog select realm_id, max(id) from messages group by realm_id`);
    });
    expect(await find('papyrus')).toEqual([]);
    const backlog = new SearchBacklog(store, writer, 2);
    await backlog.run();
    expect(await find('papyrus')).toEqual(ids);
    expect(await store.db.all(sql`select * from search_backlog`)).toEqual([]);
  });
});
