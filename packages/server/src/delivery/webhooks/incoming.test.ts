// Incoming webhooks through HTTP: callers, destinations, and refusals.
import { beforeAll, describe, expect, it } from 'bun:test';
import { BOT_TYPE } from '@stoa/contract';
import { leastProcessorMs, type Organization, serveTests } from '@stoa/testkit';
import { GITHUB_PUSH, GITHUB_STAR } from '../../../../testkit/src/webhook-samples/code-hosts/github.ts';
import { SLACK } from '../../../../testkit/src/webhook-samples/messages/slack.ts';
import { ALERTMANAGER } from '../../../../testkit/src/webhook-samples/monitoring/alerts.ts';
import { INCOMING_WEBHOOKS } from '../../features/integrations/integrations.rules.ts';

const { server, cast } = await serveTests();
let api_key: string;
let bot_id: number;

beforeAll(async () => {
  const { dara, ada } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'builds' }, { name: 'Bau & Brücke' }], principals: [dara.user_id] });
  await ada.subscribe({ subscriptions: [{ name: 'closet' }], invite_only: true });
  const made = await dara.createBot({
    full_name: 'Hook',
    short_name: 'hook',
    bot_type: BOT_TYPE.incoming_webhook,
    service_name: 'github',
  });
  api_key = made.api_key;
  bot_id = made.user_id;
});

interface Posting {
  readonly name?: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit;
}
async function post({ name = 'github', query = {}, headers = {}, body = JSON.stringify(GITHUB_STAR) }: Posting = {}) {
  const url = `${server.url}/api/v1/external/${name}?${new URLSearchParams({ api_key, ...query })}`;
  const defaults = { 'content-type': 'application/json', 'x-github-event': 'star', ...headers };
  const response = await fetch(url, { method: 'POST', headers: defaults, body });
  return { status: response.status, ...((await response.json()) as { result: string; code?: string; msg: string }) };
}
async function newest() {
  const request = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const;
  const { messages } = await cast.dara.getMessages(request);
  return messages.at(-1)!;
}
const SENT = { status: 200, result: 'success', msg: '' };
const REPO = 'mira starred the repository [acme/engine](https://github.com/acme/engine).';

describe('the destination', () => {
  it('[WH1] [WH5] is a channel by name or id, with the topic of the event or another', async () => {
    const { stream_id } = await cast.dara.getStreamId({ stream: 'builds' });
    for (const stream of ['builds', 'BUILDS', String(stream_id)]) {
      expect(await post({ query: { stream } })).toEqual(SENT);
      expect(await newest()).toMatchObject({
        sender_id: bot_id,
        display_recipient: 'builds',
        subject: 'engine',
        content: REPO,
        client: 'GitHub webhook',
      });
    }
    // Some services encode twice.
    expect(await post({ query: { stream: encodeURIComponent('Bau & Brücke'), topic: 'a%20topic\n' } })).toEqual(SENT);
    expect(await newest()).toMatchObject({ display_recipient: 'Bau & Brücke', subject: 'a topic' });
    expect(await post({ query: { stream: 'builds', topic: '100%' } })).toEqual(SENT);
    expect(await newest()).toMatchObject({ subject: '100%' });
  });

  it('[WH5] is the bot’s owner, directly, without a channel', async () => {
    expect(await post()).toEqual(SENT);
    const { type, display_recipient, sender_id } = await newest();
    expect([type, sender_id as number] as unknown[]).toEqual(['private', bot_id]);
    expect((display_recipient as { id: number }[]).map(({ id }) => id).sort()).toEqual(
      [cast.dara.user_id, bot_id].sort(),
    );
  });

  it('[WH5] is refused where the bot may not send', async () => {
    const before = (await newest()).id;
    expect(await post({ query: { stream: 'nowhere' } })).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST' });
    expect(await post({ query: { stream: 'closet' } })).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST' });
    expect(await post({ query: { stream: '999999' } })).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST' });
    expect((await newest()).id).toBe(before);
  });

  it('[WH1] is reached by forms too, and by other integrations with their payloads', async () => {
    const query = { stream: 'builds' };
    const form = new URLSearchParams({ payload: JSON.stringify(GITHUB_STAR) });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post({ query, headers, body: form })).toEqual(SENT);
    const slack = new URLSearchParams({ payload: JSON.stringify(SLACK) });
    expect(await post({ name: 'slack_incoming', query, headers, body: slack })).toEqual(SENT);
    expect((await newest()).content).toStartWith('Build **#42** of');
    expect(await post({ name: 'alertmanager', query, body: JSON.stringify(ALERTMANAGER) })).toEqual(SENT);
    expect((await newest()).subject).toBe('pump-2:9100');
  });

  it('[WH1] is reached by JSON whatever content type the request declares', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.github+json', '']) {
      const before = (await newest()).id;
      expect(await post({ query: { stream: 'builds' }, headers: { 'content-type': type } })).toEqual(SENT);
      expect((await newest()).id).toBeGreaterThan(before);
    }
  });

  it('[WH810] is reached by multipart forms', async () => {
    const query = { stream: 'builds' };
    const form = new FormData();
    form.append('formTitle', 'Spare parts');
    form.append('submissionID', '7');
    form.append('pretty', 'Name:Mira M, Part:Fan');
    form.append('photo', new File([new Uint8Array([137, 0, 255])], 'fan.png'));
    const { headers, body } = new Request(server.url, { method: 'POST', body: form }) as Request & { body: BodyInit };
    const type = headers.get('content-type')!;
    expect(await post({ name: 'jotform', query, headers: { 'content-type': type }, body })).toEqual(SENT);
    const content = 'A new submission (ID 7) was received:\n* **Name**: Mira M\n* **Part**: Fan';
    expect(await newest()).toMatchObject({ subject: 'Spare parts', content });
    const part = (name: string, value: string) => `--X\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`;
    const lines = `${part('formTitle', 'Lines')}${part('submissionID', '8')}--X--\n`;
    for (const text of [lines, lines.replaceAll('\n', '\r\n')])
      expect(await post({ name: 'jotform', query, body: text })).toEqual(SENT);
    expect(await newest()).toMatchObject({ subject: 'Lines', content: 'A new submission (ID 8) was received.' });
    expect(await post({ query, body: `${part('payload', JSON.stringify(GITHUB_STAR))}--X--\n` })).toEqual(SENT);
    expect((await newest()).content).toBe(REPO);

    const most = part('a', '').repeat(998);
    const rest = `${part('formTitle', 'Most')}${part('submissionID', '9')}--X--\n`;
    expect(await post({ name: 'jotform', query, body: most + rest })).toEqual(SENT);
    for (const text of [
      part('a', '') + most + rest,
      part('a', '\n'.repeat(100_000)) + rest,
      part('a', 'cut off'),
      '--X\ncontent-',
    ])
      expect(await post({ name: 'jotform', query, body: text })).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    expect(await post({ query, body: rest })).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' });
  });

  it('[WH800] is reached by XML of services that post it, with the same limits', async () => {
    const xml = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<activity>${inside}</activity>`;
    const headers = { 'content-type': 'application/xml' };
    const query = { stream: 'builds' };
    const send = (body: string, name = 'pivotal') => post({ name, query, headers, body });
    const story = '<stories type="array"><story><id type="integer">63</id></story></stories>';
    const event = '<event_type>story_update</event_type><project_id type="integer">80</project_id>';
    const activity = xml(`${event}<description>Mira &amp; Bo accepted &quot;Pump&quot;</description>${story}`);
    expect(await send(`\ufeff${activity}`)).toEqual(SENT);
    expect(await newest()).toMatchObject({
      subject: 'Pump',
      content: 'Mira & Bo accepted "Pump": [View story](https://www.pivotaltracker.com/s/projects/80/stories/63).',
      client: 'Pivotal Tracker webhook',
    });
    expect(await send(activity, 'github')).toMatchObject({ status: 400, msg: 'Malformed JSON' });
    const anomalous = { status: 400, code: 'ANOMALOUS_WEBHOOK_PAYLOAD' };
    // Entities that the document declares are not replaced, and parts that end too early are no failure.
    for (const body of [
      '<activity/>',
      '<__proto__><constructor/></__proto__>',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hosts">]><a>&x;</a>',
      activity.slice(0, 80),
    ])
      expect(await send(body)).toMatchObject(anomalous);
    const names = Array.from({ length: 2001 }, (_, key) => `<k${key}/>`).join('');
    for (const body of [
      '<',
      '<!-- nothing -->',
      xml('<a/>'.repeat(400_000)),
      xml('<a></a>'.repeat(160_000)),
      xml('&amp;'.repeat(160_000)),
      `<a ${'b '.repeat(160_000)}/>`,
      '<a>'.repeat(200),
      xml(names),
    ])
      expect([body.slice(0, 60), await send(body)]).toMatchObject([
        body.slice(0, 60),
        { status: 400, code: 'BAD_REQUEST' },
      ]);
    for (const big of [xml('<a/>'.repeat(400_000)), `<a ${'b '.repeat(2_000_000)}/>`, xml(names.repeat(60))]) {
      const ms = await leastProcessorMs(200, () => send(big));
      expect([big.slice(0, 60), ms < 300 ? 'soon' : ms]).toEqual([big.slice(0, 60), 'soon']);
    }
  });

  it('[WH14] answers Slack’s verification of the URL', async () => {
    const body = JSON.stringify({ token: 'T', type: 'url_verification', challenge: 'abc' });
    expect(await post({ name: 'slack', body })).toMatchObject({ ...SENT, challenge: 'abc' });
  });

  it('[WH20] tells HelloSign what it waits for', async () => {
    const form = new FormData();
    const event = { event_type: 'signature_request_sent', event_time: '1700000000' };
    const signature_request = {
      title: 'Lease',
      signatures: [{ signer_name: 'Mira M', status_code: 'awaiting_signature' }],
    };
    form.append('json', JSON.stringify({ event, signature_request }));
    const { headers, body } = new Request(server.url, { method: 'POST', body: form }) as Request & { body: BodyInit };
    const query = { stream: 'builds' };
    const type = headers.get('content-type')!;
    const answer = await post({ name: 'hellosign', query, headers: { 'content-type': type }, body });
    expect(answer).toEqual({ ...SENT, msg: 'Hello API Event Received' });
    expect((await newest()).content).toContain('Mira M');
  });

  it('[WH20] answers the tests of a URL by Zapier, Dropbox and Trello', async () => {
    const { bots } = await cast.dara.getBots();
    const { user_id, full_name, username } = bots.find((bot) => bot.api_key === api_key)!;
    const answer: object = await post({ name: 'zapier', body: '{"type":"auth"}' });
    expect(answer).toEqual({ ...SENT, id: user_id, full_name, email: username });
    const ask = (path: string, method: string) => fetch(`${server.url}/api/v1/external/${path}`, { method });
    const echo = await ask('dropbox?challenge=%3Cb%3Ea', 'GET');
    expect([echo.status, echo.headers.get('content-type'), await echo.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '<b>a',
    ]);
    expect((await ask('trello', 'HEAD')).status).toBe(200);
    expect((await ask('github', 'GET')).headers.get('allow')).toBe('POST');
    for (const [path, method] of [
      ['dropbox', 'GET'],
      [`dropbox?challenge=${'a'.repeat(501)}`, 'GET'],
      ['github?challenge=a', 'GET'],
      ['trello', 'GET'],
      ['github', 'HEAD'],
    ] as const)
      expect([path, (await ask(path, method)).status]).toEqual([path, 405]);
  });

  it('[WH4] [WH11] is not notified by mentions in the payload', async () => {
    const text = '@**all** @**Dara Member** @_*role:everyone* #**builds**';
    expect(await post({ name: 'json', query: { stream: 'builds' }, body: JSON.stringify({ text }) })).toEqual(SENT);
    const { id, flags, content } = await newest();
    expect(flags.filter((flag) => flag.includes('mentioned'))).toEqual([]);
    const { message } = await cast.dara.getMessage({ message_id: id });
    expect(message.content).not.toContain('user-mention');
    expect(message.content).not.toContain('data-stream-id');
    expect(content.replaceAll('\u200b', '')).toBe(text);
  });
});

describe('callers', () => {
  it('[WH2] are bots of the organization, with their present key', async () => {
    const { dara, bot } = cast;
    expect(await post({ query: { api_key: bot.api_key, stream: 'builds' } })).toEqual(SENT);
    expect((await newest()).sender_id).toBe(bot.user_id);
    for (const wrong of [dara.api_key, '', 'x', '0'.repeat(32), api_key.toUpperCase(), `${api_key}x`])
      expect(await post({ query: { api_key: wrong } })).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    const missing = await fetch(`${server.url}/api/v1/external/github`, { method: 'POST', body: '{}' });
    expect([missing.status, (await missing.json()).code]).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
    const basic = (key: string) => ({
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`hook:${key}`)}`, 'x-github-event': 'star' },
      body: JSON.stringify(GITHUB_STAR),
    });
    const address = `${server.url}/api/v1/external/github?stream=builds`;
    expect([(await fetch(address, basic(api_key))).status, (await fetch(address, basic('x'))).status]).toEqual([
      200, 401,
    ]);
  });

  it('[WH2] are refused with a replaced key, after deactivation, and in another organization', async () => {
    const made = await cast.dara.createBot({
      full_name: 'Two',
      short_name: 'two',
      bot_type: BOT_TYPE.incoming_webhook,
    });
    const query = { api_key: made.api_key, stream: 'builds' };
    expect(await post({ query })).toEqual(SENT);
    const other: Organization = await server.organization('other.example');
    expect(await post({ query, headers: { host: 'other.example' } })).toMatchObject({ code: 'INVALID_API_KEY' });
    expect(other.realm.name).toBe('other.example');
    const next = await cast.dara.regenerateBotApiKey({ bot_id: made.user_id });
    expect(await post({ query })).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    expect(await post({ query: { ...query, api_key: next.api_key } })).toEqual(SENT);
    await cast.dara.deactivateBot({ bot_id: made.user_id });
    expect(await post({ query: { ...query, api_key: next.api_key } })).toMatchObject({ code: 'USER_DEACTIVATED' });
  });
});

describe('no message is sent', () => {
  it('[WH6] for events that the URL filters out', async () => {
    const before = (await newest()).id;
    for (const query of [{ only_events: '["push","pull_*"]' }, { exclude_events: '["st*"]' }] as Record<
      string,
      string
    >[])
      expect(await post({ query: { stream: 'builds', ...query } })).toEqual(SENT);
    expect((await newest()).id).toBe(before);
    expect(await post({ query: { stream: 'builds', only_events: '["*ar"]', exclude_events: '[]' } })).toEqual(SENT);
    expect((await newest()).id).toBeGreaterThan(before);
    for (const only_events of ['push', '{"a":1}', '[1]', `["${'x'.repeat(101)}"]`])
      expect(await post({ query: { only_events } })).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });

  it('[WH3] for events without text, and for unknown payloads', async () => {
    const before = (await newest()).id;
    expect(await post({ headers: { 'x-github-event': 'constructor' } })).toEqual({
      status: 200,
      result: 'error',
      code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
      msg: "The 'constructor:created' event isn't currently supported by the GitHub webhook; ignoring",
      webhook_name: 'github',
      event_type: 'constructor:created',
    } as never);
    const star = (payload: unknown) => post({ body: JSON.stringify(payload) });
    for (const payload of [null, 1, [], 'x', {}, { sender: 7 }, { sender: { login: {} }, repository: [] }])
      expect(await star(payload)).toMatchObject({
        status: 400,
        code: 'ANOMALOUS_WEBHOOK_PAYLOAD',
        webhook_name: 'github',
      });
    for (const name of ['alertmanager', 'gitlab', 'grafana', 'sentry'])
      for (const body of ['null', '{}', '[[]]', '{"alerts":{"a":1},"text":{},"title":[]}'])
        expect((await post({ name, body })).code).toMatch(
          /^(ANOMALOUS_WEBHOOK_PAYLOAD|UNSUPPORTED_WEBHOOK_EVENT_TYPE)$/,
        );
    for (const body of ['null', '[[]]', '{"text":{}}'])
      expect((await post({ name: 'slack_incoming', body })).code).toBe('ANOMALOUS_WEBHOOK_PAYLOAD');
    expect((await newest()).id).toBe(before);
  });

  it('[WH6] by filters with file name patterns', async () => {
    const sent = async (query: Record<string, string>) => {
      const before = (await newest()).id;
      expect(await post({ query: { stream: 'builds', ...query } })).toEqual(SENT);
      return (await newest()).id > before;
    };
    expect(await sent({ only_events: '["st?r"]' })).toBe(true);
    expect(await sent({ only_events: '["st[a-c]r"]' })).toBe(true);
    expect(await sent({ exclude_events: '["[!a-r]t*"]' })).toBe(false);
  });

  it('[WH13] for unknown options, which the response lists', async () => {
    const secret = JSON.stringify({ ...GITHUB_STAR, repository: { ...GITHUB_STAR.repository, private: true } });
    const before = (await newest()).id;
    expect(await post({ query: { stream: 'builds', ignore_private_repositories: 'true' }, body: secret })).toEqual(
      SENT,
    );
    expect((await newest()).id).toBe(before);
    expect(await post({ query: { ignore_private_repositories: 'perhaps' } })).toMatchObject({ code: 'BAD_REQUEST' });
    const other = await post({ query: { stream: 'builds', use_merge_request_title: 'false' } });
    expect(other).toMatchObject({ ignored_parameters_unsupported: ['use_merge_request_title'] });
  });

  it('[WH1] for unreadable payloads', async () => {
    for (const body of ['', '{', 'payload', '\u0000'])
      expect(await post({ body })).toMatchObject({ status: 400, msg: 'Malformed JSON' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post({ headers: form, body: 'a=b' })).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' });
    for (const name of ['', 'nothing', 'constructor', '../github', 'github/x'])
      expect((await post({ name })).status).toBe(404);
    const get = await fetch(`${server.url}/api/v1/external/github?api_key=${api_key}`);
    expect(get.status).toBe(405);
  });

  it('[WH1] for huge and deeply nested payloads', async () => {
    const deep = `${'[[{"a":'.repeat(30_000)}1${'}]]'.repeat(30_000)}`;
    for (const name of ['json', 'github', 'slack_incoming', 'grafana'])
      expect((await post({ name, query: { stream: 'builds' }, body: deep })).status).toBeLessThan(500);
    const text = 'x'.repeat(5 * 1024 * 1024);
    expect((await post({ name: 'json', body: JSON.stringify({ text }) })).status).toBe(413);
    const long = JSON.stringify({ topic: '🌋'.repeat(500), text: '~'.repeat(1_000_000) });
    expect(await post({ name: 'json', query: { stream: 'builds' }, body: long })).toEqual(SENT);
    const { content, subject } = await newest();
    expect([[...content].length, [...subject].length]).toEqual([10_000, 60]);
    const many = { ...GITHUB_PUSH, commits: Array.from({ length: 10_000 }, () => GITHUB_PUSH.commits[0]) };
    const pushed = { headers: { 'x-github-event': 'push' }, body: JSON.stringify(many), query: { stream: 'builds' } };
    expect(await post(pushed)).toEqual(SENT);
    expect((await newest()).content).toContain('[and 9980 more commit(s)]');
    const surrogate = '{"text":"half \\ud83c and \\u0000 nothing"}';
    expect(await post({ name: 'json', query: { stream: 'builds' }, body: surrogate })).toEqual(SENT);
    expect((await newest()).content).toBe('half \ufffd and  nothing');
  });
});

it('[WH12] register lists the integrations', async () => {
  const request = { fetch_event_types: ['realm_incoming_webhook_bots', 'realm_embedded_bots'] };
  const { realm_incoming_webhook_bots, realm_embedded_bots } = await cast.finn.registerQueue(request);
  expect(realm_embedded_bots).toEqual([]);
  expect(realm_incoming_webhook_bots).toEqual([...INCOMING_WEBHOOKS]);
  const names = realm_incoming_webhook_bots!.map(({ name }) => name);
  expect(names).toEqual([...names].sort());
  expect(names).toEqual(expect.arrayContaining(['alertmanager', 'github', 'gitlab', 'grafana', 'json', 'sentry']));
  const github = realm_incoming_webhook_bots!.find(({ name }) => name === 'github')!;
  expect(github).toMatchObject({ display_name: 'GitHub', config_options: [] });
  expect(github.url_options.map(({ key }) => key)).toEqual(['branches', 'ignore_private_repositories']);
  expect(github.all_event_types).toContain('opened_or_update_pull_request');
});
