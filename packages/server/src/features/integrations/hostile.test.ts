// Payloads that no service sends: wrong values at every place, deep nesting, a megabyte.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { BOT_TYPE } from '@stoa/contract';
import { findWidget } from '@stoa/markdown';
import { leastProcessorMs, startServer, type TestServer } from '@stoa/testkit';
import { z } from 'zod';
import { mutations, saying } from '../../../../testkit/src/webhook-samples/hostile.ts';
import { SAMPLES } from '../../../../testkit/src/webhook-samples/index.ts';
import { NO_OPTIONS } from '../../../../testkit/src/webhook-samples/options.ts';
import { UnsupportedEvent } from './integration.rules.ts';
import { findIncomingWebhook, INCOMING_WEBHOOKS } from './integrations.rules.ts';
import { harmless } from './markdown.rules.ts';

/** Far more than a message can hold, far less than a payload. */
const CONTENT_MAX = 400_000;

let server: TestServer;
let post: (service: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Response>;

beforeAll(async () => {
  server = await startServer();
  const { dara } = await server.cast();
  await dara.subscribe({ subscriptions: [{ name: 'builds' }], principals: [dara.user_id] });
  const bot_type = BOT_TYPE.incoming_webhook;
  const { api_key } = await dara.createBot({ full_name: 'Hook', short_name: 'hook', bot_type });
  post = (service, headers, body) =>
    fetch(`${server.url}/api/v1/external/${service}?${new URLSearchParams({ api_key, stream: 'builds' })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
});
afterAll(() => server.stop());

it('[WH16] a wrong value anywhere in a payload is refused or produces a message of bounded length', async () => {
  let attempts = 0;
  const wrong: unknown[] = [];
  for (const [turn, { name, service, headers, payload }] of SAMPLES.entries()) {
    const format = await findIncomingWebhook(service)!.load();
    for (const mutated of mutations(payload, turn)) {
      attempts += 1;
      try {
        const messages =
          format({
            headers: new Headers(headers),
            payload: mutated,
            options: NO_OPTIONS,
            has_topic: attempts % 2 === 0,
          }) ?? [];
        for (const { topic, content } of 'topic' in messages ? [messages] : messages)
          if (typeof topic !== 'string' || content.trim() === '' || content.length > CONTENT_MAX)
            wrong.push({ name, mutated: JSON.stringify(mutated).slice(0, 500), length: content.length });
      } catch (error) {
        if (!(error instanceof z.ZodError || error instanceof UnsupportedEvent || error instanceof RangeError))
          wrong.push({ name, mutated: JSON.stringify(mutated).slice(0, 500), error: String(error) });
      }
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(attempts).toBeGreaterThan(5000);
});

it('[WH16] no payload causes a server error', async () => {
  const deep = `${'{"a":['.repeat(40_000)}1${']}'.repeat(40_000)}`;
  const long = 'a'.repeat(1_000_000);
  const bad: unknown[] = [];
  for (const { name } of INCOMING_WEBHOOKS) {
    const own = SAMPLES.filter(({ service }) => service === name);
    const { headers = {}, payload } = own[0] ?? {};
    const bodies = [
      deep,
      JSON.stringify(long),
      JSON.stringify(saying(payload, long)),
      '[]',
      '""',
      '0',
      'null',
      '',
      '{"a":',
    ];
    for (const body of bodies) {
      const { status } = await post(name, headers, body);
      if (status >= 500) bad.push([name, body.slice(0, 40), status]);
    }
    for (const sample of own) {
      const { value } = mutations(sample.payload, 1).next();
      const { status } = await post(name, sample.headers, JSON.stringify(value ?? null));
      if (status >= 500) bad.push([sample.name, status]);
    }
  }
  expect(bad).toEqual([]);
});

it('[WH17] payloads of many values or keys are refused before others have waited for them', async () => {
  const wide = (count: number, value = '1') =>
    `{${Array.from({ length: count }, (_, key) => `"k${key}":${value}`).join(',')}}`;
  // All are parsed alike, but for those that take a form.
  for (const name of ['github', 'slack']) {
    for (const body of [
      wide(400_000),
      wide(2001),
      `{"a":[${wide(2001)}]}`,
      `payload=${wide(2001)}`,
      `token=${'&a'.repeat(1001)}`,
    ])
      expect([name, body.slice(0, 20), (await post(name, {}, body)).status]).toEqual([name, body.slice(0, 20), 400]);
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    for (const body of [nested(101), nested(100_000), `payload=${nested(101)}`])
      expect(await (await post(name, {}, body)).json()).toMatchObject({ msg: 'The payload is nested too deeply' });
    const big = wide(400_000);
    const ms = await leastProcessorMs(100, () => post(name, {}, big).then((response) => response.text()));
    expect([name, ms < 200 ? 'soon' : ms]).toEqual([name, 'soon']);
  }
});

it('[WH820] long texts are cut before others have waited for their format', async () => {
  const long_texts: readonly (readonly [string, string, string, string])[] = [
    ['jira comment_updated', 'comment', 'body', '\r'],
    ['front tag', 'conversation', 'id', '\n> '],
    ['taiga task blocked', 'data', 'subject', '```\n'],
  ];
  for (const [named, outer, inner, piece] of long_texts) {
    const { service, headers = {}, payload } = SAMPLES.find(({ name }) => name === named)!;
    const whole = payload as Record<string, object>;
    const text = piece.repeat(5_000_000 / (JSON.stringify(piece).length - 2));
    const body = JSON.stringify({ ...whole, [outer]: { ...whole[outer], [inner]: text } });
    const ms = await leastProcessorMs(100, () => post(service, headers, body).then((response) => response.text()));
    expect([named, ms < 100 ? 'soon' : ms]).toEqual([named, 'soon']);
  }
  // A message is still made of what was cut, and of keys that are too long.
  for (const body of [{ text: 'x'.repeat(100_000) }, { text: 'whole', ['k'.repeat(70_000)]: 1 }])
    expect(await (await post('slack_incoming', {}, JSON.stringify(body))).json()).toMatchObject({ result: 'success' });
});

/** Payloads in which one text is another. */
function* saying_at_each_place(payload: unknown, words: string): Generator<unknown> {
  if (typeof payload === 'string') yield words;
  if (typeof payload !== 'object' || payload === null) return;
  for (const [key, value] of Object.entries(payload))
    for (const changed of saying_at_each_place(value, words)) {
      const copy = Array.isArray(payload) ? [...payload] : { ...payload };
      Object.assign(copy, { [key]: changed });
      yield copy;
    }
}

it('[WH30] no text of a service makes the message a command, or takes in what follows it', async () => {
  const wrong: unknown[] = [];
  let commands = 0;
  for (const { name, service, headers, payload } of SAMPLES) {
    const format = await findIncomingWebhook(service)!.load();
    const written = (changed: unknown): string[] => {
      const options = { headers: new Headers(headers), payload: changed, options: NO_OPTIONS, has_topic: true };
      try {
        const messages = format(options) ?? [];
        return ('topic' in messages ? [messages] : messages).map(({ content }) => content);
      } catch {
        return [];
      }
    };
    for (const words of ['/poll lunch', '/todo lunch', '/me waves'])
      for (const changed of saying_at_each_place(payload, words))
        for (const content of written(changed)) {
          if (content.startsWith(words)) commands += 1;
          const sent = harmless(content).trim();
          if (findWidget(sent) !== null || sent.startsWith('/me ')) wrong.push([name, sent.slice(0, 80)]);
        }
    for (const changed of saying_at_each_place(payload, '~~~ spoiler'))
      for (const content of written(changed)) {
        const [first = '', ...rest] = content.split('\n');
        // A message of nothing else has nothing to take in.
        if (/^~{3} spoiler./.test(first) && rest.every((line) => !/^~{3}$/.test(line))) wrong.push([name, first]);
      }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(commands).toBeGreaterThan(50);
});

it('[WH30] a command in a payload is text in the message that is sent', async () => {
  await post('json', {}, JSON.stringify({ content: '/poll lunch' }));
  const { ada } = await server.cast();
  const narrow = [{ operator: 'channel', operand: 'builds' }];
  const around = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const;
  const { messages } = await ada.getMessages({ ...around, narrow });
  expect(messages[0]).toMatchObject({ submessages: [], content: expect.stringContaining('/poll lunch') });
});
