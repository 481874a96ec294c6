// Agents with access tokens.
import { afterAll, expect, it } from 'bun:test';
import type { TokenScope } from '@stoa/contract';
import { connectAgent, makeToken, rawRequest, serveTests, toolsOf } from '@stoa/testkit';

const { server, cast } = await serveTests();
const { dara } = cast;
const connected: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(connected.map((client) => client.close())));

const { stream_id } = await (async () => {
  await dara.subscribe({ subscriptions: [{ name: 'garden' }] });
  return dara.getStreamId({ stream: 'garden' });
})();
const agentWith = async (scopes: readonly TokenScope[]) => {
  const { token, token_id } = await makeToken(server, dara, scopes);
  return { ...dara, api_key: token, token_id };
};
const READING = ['whoami', 'list_channels', 'list_topics', 'list_people', 'read_messages', 'search_messages'];
const WRITING = ['send_message', 'edit_message', 'add_reaction', 'mark_as_read'];

it('[TK14] an agent is shown the tools that its token permits', async () => {
  for (const [scopes, expected] of [
    [['read'], READING],
    [['send'], WRITING],
    [
      ['read', 'send'],
      [...READING, ...WRITING],
    ],
    [['manage', 'administer'], []],
  ] as const)
    for (const mode of ['legacy', 'auto'] as const) {
      const client = await connectAgent(server.url, await agentWith(scopes), mode);
      connected.push(client);
      const { tools } = await client.listTools();
      expect([scopes, tools.map(({ name }) => name)]).toEqual([scopes, [...expected]]);
    }
});

it('[TK14] a tool whose scope the token lacks is refused, and named', async () => {
  const reader = await toolsOf(server.url, await agentWith(['read']));
  expect((await reader('whoami')).fields).toMatchObject({ id: dara.user_id });
  const message = { channel: 'garden', topic: 't', content: 'by an agent' };
  const { is_error, fields } = await reader('send_message', message);
  expect([is_error, fields.error]).toMatchObject([true, { code: 'INSUFFICIENT_SCOPE', scope: 'send' }]);
  const sender = await toolsOf(server.url, await agentWith(['send']));
  for (const name of ['whoami', 'list_channels', 'read_messages'])
    expect((await sender(name)).fields.error).toMatchObject({ code: 'INSUFFICIENT_SCOPE', scope: 'read' });
  const both = await toolsOf(server.url, await agentWith(['read', 'send']));
  expect(await both('send_message', message)).toMatchObject({ is_error: false });
  expect((await dara.getStreamTopics({ stream_id })).topics.map(({ name }) => name)).toEqual(['t']);
});

it('[TK2] a token is a bearer token too, until it ends', async () => {
  const { email, api_key, token_id } = await agentWith(['read']);
  const ask = (authorization: string) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
  expect((await ask(`Bearer ${email}:${api_key}`)).status).toBe(200);
  // Who acts must be said.
  expect((await ask(`Bearer ${api_key}`)).status).toBe(401);
  await dara.revokeAccessToken({ token_id });
  const refused = await ask(`Bearer ${email}:${api_key}`);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')]);
  expect((await rawRequest(`${server.url}/api/v1/server_settings`)).status).toBe(200);
});
