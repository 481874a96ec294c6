// Known script injections, as names of things that messages mention: none may leave anything executable.
import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { ApiError } from '@stoa/contract';
import { serveTests } from '@stoa/testkit';
import { problemsOf } from '../../markdown/src/safety/check-html.ts';
import { XSS_VECTORS } from '../../markdown/src/safety/xss-vectors.ts';

setDefaultTimeout(600_000);

const { server, cast } = await serveTests();
beforeAll(async () => {
  await cast.ada.subscribe({ subscriptions: [{ name: 'hostile' }] });
});

/** On PostgreSQL every fifth: whether what was read is escaped does not depend on the engine. */
const STEP = process.env.STOA_TEST_DATABASE ? 5 : 1;
/** Names are short: the part of a long vector that fits. */
const LINES = XSS_VECTORS.filter((_, at) => at % STEP === 0).map((vector) =>
  vector.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
);
const ofLength = (max: number) => LINES.map((line) => [...line].slice(0, max).join('').trim());

const unsafe = (html: readonly string[]) =>
  html.map((text) => ({ text, problems: problemsOf(text) })).filter(({ problems }) => problems.length > 0);

/** Null: refused, which is fine; nothing may break. */
async function taken<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).status).toBeLessThan(500);
    return null;
  }
}

const AT_ONCE = 25;
/** In order, with bounded concurrency; callbacks catch their own refusals. */
async function ofEach<T>(items: readonly string[], take: (item: string, at: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    all.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map((item, at) => take(item, from + at)))));
  return all;
}
const present = <T>(all: readonly (T | null)[]): T[] => all.filter((value) => value !== null);

const send = async (content: string, topic = 'names') => {
  const { id } = await cast.ada.sendMessage({ type: 'channel', to: 'hostile', topic, content });
  return (await cast.ada.getMessage({ message_id: id })).message;
};
/** Everything that the server's own bot and people have written in a channel. */
async function everythingIn(channel: number | string): Promise<string[]> {
  const narrow = [{ operator: 'channel', operand: channel }];
  const { messages } = await cast.ada.getMessages({ anchor: 'newest', num_before: 4000, num_after: 0, narrow });
  return messages.map(({ content }) => content);
}

describe('[HC2] no name leaves foreign markup in', () => {
  it('[HC2] mentions of people, and notices about them', async () => {
    const { ada, dara } = cast;
    const html: string[] = [];
    for (const full_name of ofLength(100)) {
      if ((await taken(dara.updateSettings({ full_name }))) === null) continue;
      const { user } = await ada.getUser({ user_id: dara.user_id });
      html.push((await send(`@**${user.full_name}|${dara.user_id}** @**|${dara.user_id}**`)).content);
    }
    expect(html.length).toBeGreaterThan(10 / STEP);
    expect(html.filter((text) => text.includes('user-mention')).length).toBeGreaterThan(10 / STEP);
    expect(unsafe(html)).toEqual([]);
  });

  it('[HC2] mentions of groups', async () => {
    const { ada } = cast;
    const html = present(
      await ofEach(ofLength(100), async (name) => {
        const made = await taken(ada.createUserGroup({ name, description: name, members: [ada.user_id] }));
        return made && (await send(`@*${name}* @_*${name}*`)).content;
      }),
    );
    expect(html.filter((text) => text.includes('user-group-mention')).length).toBeGreaterThan(150 / STEP);
    expect(unsafe(html)).toEqual([]);
  });

  it('[HC2] links to channels, and notices of their new names', async () => {
    const { ada } = cast;
    await ada.updateRealm({ send_channel_events_messages: true });
    const link = (name: string) => send(`#**${name}** #**${name}>topic** #**${name}>topic@1**`);
    const html = present(
      await ofEach(ofLength(60), async (name) => {
        const made = await taken(ada.subscribe({ subscriptions: [{ name }] }));
        return made && (await link(name)).content;
      }),
    );
    // The channel has a notice of each new name.
    await ada.subscribe({ subscriptions: [{ name: 'renamed' }] });
    const { stream_id } = await ada.getStreamId({ stream: 'renamed' });
    for (const [at, name] of ofLength(50).entries())
      if (at % 4 === 0) await taken(ada.updateStream({ stream_id, new_name: `${name} ${at}` }));
    expect(html.filter((text) => text.includes('class="stream')).length).toBeGreaterThan(150 / STEP);
    const notices = await everythingIn(stream_id);
    expect(notices.length).toBeGreaterThan(40 / STEP);
    expect(unsafe([...html, ...notices])).toEqual([]);
  });

  it('[HC2] links to topics, notices of moves, and links in topics', async () => {
    const { ada } = cast;
    const { id } = await ada.addLinkifier({
      pattern: '(?P<word>evil|alert|script)',
      url_template: 'https://t.example/{word}',
    });
    const html: string[] = [];
    const addresses: string[] = [];
    await ofEach(ofLength(60), async (topic) => {
      const sent = await taken(send(`#**hostile>${topic}** #**hostile>${topic}@1**`, topic));
      if (sent === null) return;
      html.push(sent.content);
      addresses.push(...sent.topic_links.map(({ url }) => url));
      await taken(
        ada.editMessage({
          message_id: sent.id,
          topic: `moved ${sent.id}`,
          propagate_mode: 'change_one',
          send_notification_to_new_thread: true,
          send_notification_to_old_thread: true,
        }),
      );
    });
    await ada.removeLinkifier({ filter_id: id });
    expect(html.length).toBeGreaterThan(250 / STEP);
    expect(addresses.length).toBeGreaterThan(100 / STEP);
    // Addresses are data; only their targets matter.
    for (const url of addresses) expect(url).toMatch(/^(?:https?:\/\/|mailto:)\S+$/);
    expect(unsafe([...html, ...(await everythingIn('hostile'))])).toEqual([]);
  });

  it('[HC2] linkifiers: neither templates nor matches', async () => {
    const { ada } = cast;
    const html: string[] = [];
    const all = await ada.addLinkifier({ pattern: 'x(?P<rest>.+)', url_template: 'https://t.example/{rest}{?rest}' });
    html.push(...(await ofEach(LINES, async (vector) => (await send(`x${vector}`)).content)));
    expect(html.filter((text) => text.includes('https://t.example/')).length).toBeGreaterThan(100 / STEP);
    await ada.removeLinkifier({ filter_id: all.id });
    for (const url_template of LINES) {
      const made = await taken(ada.addLinkifier({ pattern: 'match(?P<rest>me)', url_template }));
      if (made === null) continue;
      html.push((await send('matchme')).content);
      await ada.removeLinkifier({ filter_id: made.id });
    }
    expect(unsafe(html)).toEqual([]);
  });

  it('[HC2] links to files, pictures, and the headers they are served with', async () => {
    const { ada } = cast;
    const html: string[] = [];
    for (const name of XSS_VECTORS.filter((_, at) => at % 4 === 0)) {
      const file = new File(['x'], name, { type: 'text/html' });
      const uploaded = await taken(ada.uploadFile({}, { file }));
      if (uploaded === null) continue;
      const { url, filename } = uploaded;
      html.push((await send(`[${filename}](${url}) ![${filename}](${url}) ${server.url}${url}`)).content);
      const served = await fetch(`${server.url}${url}`, { headers: { authorization: authorization() } });
      expect(served.status).toBe(200);
      expect(served.headers.get('content-disposition')).toStartWith('attachment;');
      expect(served.headers.get('content-security-policy')).toContain('sandbox');
      expect(served.headers.get('x-content-type-options')).toBe('nosniff');
      await served.body?.cancel();
    }
    expect(html.length).toBeGreaterThan(50);
    expect(unsafe(html)).toEqual([]);
  });

  it('[HC2] emoji: refuses names that could contain markup', async () => {
    const { ada } = cast;
    const file = new File(['x'], 'x.png', { type: 'image/png' });
    for (const emoji_name of LINES.filter((line) => /[^a-z0-9_-]/.test(line)).slice(0, 100))
      expect(await taken(ada.uploadCustomEmoji({ emoji_name }, { file }))).toBeNull();
  });

  it('[HC2] snippets and statuses, which no response renders as HTML', async () => {
    const { ada } = cast;
    for (const vector of XSS_VECTORS.filter((_, at) => at % 8 === 0)) {
      await taken(ada.createSavedSnippet({ title: vector.slice(0, 60), content: vector }));
      await taken(ada.updateStatus({ status_text: vector.slice(0, 60) }));
    }
    const { saved_snippets } = await ada.getSavedSnippets();
    expect(saved_snippets.length).toBeGreaterThan(20);
    for (const snippet of saved_snippets)
      expect(Object.keys(snippet).filter((key) => /render|html/.test(key))).toEqual([]);
  });
});

const authorization = () => `Basic ${btoa(`${cast.ada.email}:${cast.ada.api_key}`)}`;
