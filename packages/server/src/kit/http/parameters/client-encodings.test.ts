// How programs in use write requests, where that differs from the documented way.
import { beforeAll, describe, expect, it } from 'bun:test';
import type { ChannelId } from '@stoa/contract';
import { basic, rawRequest, serveTests } from '@stoa/testkit';

const { server, cast } = await serveTests();
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
let stream_id: ChannelId;

beforeAll(async () => {
  await cast.dara.subscribe({ subscriptions: [{ name: 'scripts' }] });
  ({ stream_id } = await cast.dara.getStreamId({ stream: 'scripts' }));
});

interface Sent {
  method?: string;
  body?: string;
  type?: string;
}

const call = (path: string, { method = 'POST', body, type = FORM }: Sent = {}) =>
  rawRequest(server.url + path, {
    method,
    headers: { ...basic(cast.dara), 'content-type': type },
    ...(body !== undefined && { body }),
  });

async function written(sent: Promise<{ status: number; body: { id?: number; msg?: string } }>): Promise<string> {
  const { status, body } = await sent;
  if (status !== 200) return `${status} ${body.msg}`;
  const { message } = await cast.dara.getMessage({ message_id: body.id! as never, apply_markdown: false });
  return message.content;
}

describe('[HT850] a percent sign that escapes nothing', () => {
  it('stands for itself in a form and in a query', async () => {
    const texts = { '95% full': '95% full', '100%': '100%', '%zz+%4': '%zz %4', '50%25 %C3%A9 %': '50% é %' };
    for (const [content, expected] of Object.entries(texts)) {
      const fields = `type=stream&to=scripts&topic=t&content=${content}`;
      expect(await written(call('/api/v1/messages', { body: fields }))).toBe(expected);
      expect(await written(call(`/api/v1/messages?${fields.replaceAll(' ', '+')}`))).toBe(expected);
    }
  });
});

describe('[HT851] a JSON body', () => {
  const message = { type: 'stream', topic: 't', content: 'as JSON' };

  it('has the parameters of a form, strings as they are and everything else as JSON', async () => {
    const post = (more: object, type = JSON_TYPE) =>
      written(call('/api/v1/messages', { type, body: JSON.stringify({ ...message, to: stream_id, ...more }) }));
    expect(await post({})).toBe('as JSON');
    expect(await post({ to: 'scripts', content: '"quoted" 5% {}' }, 'Application/JSON; charset=utf-8')).toBe(
      '"quoted" 5% {}',
    );
    expect(await post({ type: 'direct', to: [cast.ada.user_id, cast.eli.user_id] })).toBe('as JSON');
    expect(await post({ content: 'é😀' })).toBe('é😀');
    const registered = await call('/api/v1/register', { type: JSON_TYPE, body: '{"event_types":["message"]}' });
    expect([registered.status, 'realm_name' in registered.body]).toEqual([200, false]);
    expect(registered.body.queue_id).toBeString();
  });

  it('overrides the query, and with every method', async () => {
    const fields = 'type=stream&to=scripts&topic=t&content=query';
    expect(await written(call(`/api/v1/messages?${fields}`, { type: JSON_TYPE, body: '{"content":"body"}' }))).toBe(
      'body',
    );
    const { id } = await cast.dara.sendMessage({ type: 'stream', to: 'scripts', topic: 't', content: 'before' });
    const path = `/api/v1/messages/${id}`;
    expect(await call(path, { method: 'PATCH', type: JSON_TYPE, body: '{"content":"after"}' })).toMatchObject({
      status: 200,
    });
    const { message: edited } = await cast.dara.getMessage({ message_id: id, apply_markdown: false });
    expect(edited.content).toBe('after');
  });

  it('without content leaves the parameters of the query', async () => {
    const path = '/api/v1/messages?type=stream&to=scripts&topic=t&content=query';
    for (const body of ['', '{}', ' { } ', '[]', 'null', '""'])
      expect([body, await written(call(path, { type: JSON_TYPE, body }))]).toEqual([body, 'query']);
  });

  it('of another kind, or with text that no store accepts, is refused', async () => {
    const path = '/api/v1/messages?type=stream&to=scripts&topic=t&content=query';
    const deep = `{"a":${'['.repeat(6000)}${']'.repeat(6000)}}`;
    const bodies = [
      '[1]',
      '5',
      '"text"',
      '{',
      '{"a":',
      '{"content":"a\\u0000"}',
      '{"content":"\\ud800"}',
      '{"\\ud800":1}',
    ];
    for (const body of [...bodies, '{"__proto__":{"content":"x"}}', deep, `[${'[],'.repeat(100_001)}[]]`]) {
      const { status, body: answer } = await call(path, { type: JSON_TYPE, body });
      expect([body.slice(0, 40), status, answer.code]).toEqual([body.slice(0, 40), 400, 'BAD_REQUEST']);
    }
  });
});

describe('[HT852] repeated slashes in a path', () => {
  it('count as one, for calls with ids, names and none', async () => {
    const { id } = await cast.dara.sendMessage({ type: 'stream', to: 'scripts', topic: 't', content: 'slashes' });
    const paths = [
      '//api/v1/users/me',
      '/api//v1///users/me',
      `//api/v1/messages//${id}`,
      `//api/v1/users/${cast.dara.user_id}`,
    ];
    for (const path of [...paths, `//api/v1/users/${encodeURIComponent(cast.dara.email)}`, '//api/v1/streams?a=//b'])
      expect([path, (await call(path, { method: 'GET' })).status]).toEqual([path, 200]);
    expect(await written(call('//api/v1/messages', { body: 'type=stream&to=scripts&topic=t&content=twice' }))).toBe(
      'twice',
    );
    expect(await rawRequest(`${server.url}//api/v1/server_settings`)).toMatchObject({ status: 200 });
  });

  it('reach uploaded files', async () => {
    const form = new FormData();
    form.set('file', new File(['a//b'], 'list.txt'));
    const upload = { method: 'POST', headers: basic(cast.dara), body: form };
    const { body } = await rawRequest(`${server.url}//api/v1/user_uploads`, upload);
    const file = await fetch(`${server.url}/${body.url}`, { headers: basic(cast.dara) });
    expect([file.status, await file.text()]).toEqual([200, 'a//b']);
  });

  it('make no path of one that is unknown, and need the same credentials', async () => {
    for (const path of ['//nowhere', '//api/v1/nowhere', '//api/v1/messages/', '//api/v1/streams/%ff'])
      expect([path, (await call(path, { method: 'GET' })).status]).not.toEqual([path, 200]);
    expect((await rawRequest(`${server.url}//api/v1/users/me`)).status).toBe(401);
    expect((await call('//api/v1/users/me', { method: 'PUT' })).headers.get('allow')).toContain('GET');
  });
});

describe('[AU850] blanks and line breaks around a key', () => {
  it('count for nothing in HTTP Basic', async () => {
    for (const credentials of ['EMAIL:KEY\n', 'EMAIL: KEY \r\n', ' EMAIL : KEY']) {
      const text = credentials.replace('EMAIL', cast.dara.email).replace('KEY', cast.dara.api_key);
      const headers = { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
      const { status, body } = await rawRequest(`${server.url}/api/v1/users/me`, { headers });
      expect([credentials, status, body.user_id]).toEqual([credentials, 200, cast.dara.user_id]);
    }
    const [start, end] = [cast.dara.api_key.slice(0, 16), cast.dara.api_key.slice(16)];
    const headers = { authorization: `Basic ${btoa(`${cast.dara.email}:${start} ${end}`)}` };
    expect((await rawRequest(`${server.url}/api/v1/users/me`, { headers })).status).toBe(401);
  });

  it('count for nothing in the address of a webhook', async () => {
    const { api_key } = await cast.dara.createBot({ full_name: 'Hook', short_name: 'hook', bot_type: 2 });
    for (const key of [api_key, ` ${api_key}`, `${api_key}\n`]) {
      const query = new URLSearchParams({ api_key: key, stream: 'scripts' });
      const { status } = await call(`/api/v1/external/json?${query}`, { type: JSON_TYPE, body: '{"a":1}' });
      expect([key === api_key, status]).toEqual([key === api_key, 200]);
    }
  });
});

describe('[HT853] without credentials', () => {
  const ask = async (path: string) => {
    const { status, headers } = await rawRequest(`${server.url}/api/v1${path}`);
    return `${status} ${headers.get('www-authenticate') ?? ''}`;
  };
  const CHALLENGE = '401 Basic realm="stoa"';
  const paths = () => [
    '/streams',
    `/streams/${stream_id}`,
    `/users/me/${stream_id}/topics`,
    '/users',
    '/messages/1',
    '/streams/999999',
  ];

  it('a read of what needs an account is a challenge', async () => {
    for (const path of paths()) expect([path, await ask(path)]).toEqual([path, CHALLENGE]);
  });

  it('it is one too where spectators are admitted, unless the request asks as one', async () => {
    await cast.ada.updateRealm({ enable_spectator_access: true });
    for (const path of paths()) expect([path, await ask(path)]).toEqual([path, CHALLENGE]);
    for (const path of ['/streams?include_web_public=true', '/users?client_gravatar=false'])
      expect([path, await ask(path)]).toEqual([path, '200 ']);
  });
});
