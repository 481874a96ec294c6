// Compression of large responses, with keys kept apart from everything else.
import { describe, expect, it } from 'bun:test';
import zlib from 'node:zlib';
import { basic, serveTests } from '@stoa/testkit';
import { sql } from '../../database/sql.ts';
import { bytesOf, KeyText, type Piece, partsOf } from '../../json/json-text.ts';
import { encodingFor } from './accept-encoding.ts';
import { codingsOf, compressParts } from './compress.ts';
import { plainChunks, STREAMED_FROM_BYTES, streamOf } from './stream-body.ts';

const { server, cast } = await serveTests();

const REGISTER = '/api/v1/register';
const TAKES_ALL = 'gzip, deflate, br, zstd';

/** A response as on the wire, not decompressed. */
function ask(path: string, accept: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...basic(cast.dara), 'accept-encoding': accept };
  return fetch(server.url + path, { ...init, headers, decompress: false });
}

async function read(response: Response): Promise<{ result: string; realm_users?: unknown[] }> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const coding = response.headers.get('content-encoding');
  const plain = coding === 'gzip' ? zlib.gunzipSync(bytes) : coding === 'zstd' ? Bun.zstdDecompressSync(bytes) : bytes;
  return JSON.parse(Buffer.from(plain).toString());
}

describe('[HT19] a large response', () => {
  it('uses the best encoding that the client accepts, and names it', async () => {
    const forms = {
      [TAKES_ALL]: 'zstd',
      gzip: 'gzip',
      'zstd;q=0, gzip;q=0.5': 'gzip',
      identity: null,
      'br, deflate': null,
    };
    const read_in: unknown[] = [];
    for (const [accept, coding] of Object.entries(forms)) {
      const response = await ask(REGISTER, accept, { method: 'POST' });
      expect([accept, response.headers.get('content-encoding')]).toEqual([accept, coding]);
      expect(response.headers.get('vary')).toBe('accept-encoding');
      const { result, realm_users } = await read(response);
      expect(result).toBe('success');
      read_in.push(realm_users);
    }
    for (const realm_users of read_in) expect(realm_users).toEqual(read_in[0]);
  });

  it('is smaller when compressed', async () => {
    const size = async (accept: string) =>
      (await (await ask(REGISTER, accept, { method: 'POST' })).arrayBuffer()).byteLength;
    expect(await size('gzip')).toBeLessThan((await size('identity')) / 2);
    expect(await size('zstd')).toBeLessThan((await size('identity')) / 2);
  });

  it('polls, small responses and errors are not compressed', async () => {
    const { queue_id } = await cast.dara.registerQueue({ event_types: ['message'] });
    await cast.dara.sendMessage({ type: 'direct', to: [cast.dara.user_id], content: 'long '.repeat(1900) });
    const content = 'longer '.repeat(1400);
    for (let n = 0; n < 3; n++) await cast.dara.sendMessage({ type: 'direct', to: [cast.dara.user_id], content });
    const poll = await ask(`/api/v1/events?queue_id=${queue_id}&last_event_id=-1`, TAKES_ALL);
    expect(poll.headers.get('content-encoding')).toBeNull();
    expect((await poll.arrayBuffer()).byteLength).toBeGreaterThan(20_000);
    const small = { method: 'POST', body: new URLSearchParams({ fetch_event_types: '[]' }) };
    for (const [path, init] of [
      [REGISTER, small],
      ['/api/v1/users/me', {}],
      ['/api/v1/streams/4711', {}],
    ] as const)
      expect([path, (await ask(path, TAKES_ALL, init)).headers.get('content-encoding')]).toEqual([path, null]);
  });
});

it('[HT19] parses accepted encodings by name and weight', () => {
  const codings = ['zstd', 'gzip'] as const;
  const chosen = (accept: string | null) =>
    encodingFor(
      new Request('http://stoa.example', { headers: accept === null ? {} : { 'accept-encoding': accept } }),
      codings,
    );
  expect(chosen(null)).toBeNull();
  expect(chosen('')).toBeNull();
  expect(chosen('GZIP')).toBe('gzip');
  expect(chosen('gzip;q=1.0, zstd;q=0.1')).toBe('zstd');
  expect(chosen('zstd; q=0 , gzip')).toBe('gzip');
  expect(chosen('zstd;q=0.000,gzip;q=0')).toBeNull();
});

describe('[HT20] keys', () => {
  const before = JSON.stringify(Array.from({ length: 400 }, (_, n) => ({ n, name: `person ${n}` })));
  const after = JSON.stringify({ said: 'token: wjOVkGB2Rn and more of the same '.repeat(200) });
  const withKey = (key: string): Piece[] => [before, new KeyText(key), after];
  const pack = async (pieces: readonly Piece[]) =>
    Buffer.concat(await Array.fromAsync(compressParts(partsOf(pieces), 'gzip')));
  const key = 'token: wjOVkGB2Rn';
  const other = 'token: 7TqLxYp5ea';

  it('are unchanged in a gzip response', async () => {
    for (const text of [withKey(key), withKey('k'.repeat(200_000)), [new KeyText(key), after, new KeyText(other)]]) {
      const packed = await pack(text);
      expect(zlib.gunzipSync(packed).equals(Buffer.from(bytesOf(text)))).toBe(true);
      expect(Buffer.from(Bun.gunzipSync(packed)).equals(Buffer.from(bytesOf(text)))).toBe(true);
    }
    const packed = await pack(withKey(key));
    expect(packed.includes(key)).toBe(true);
    expect(packed.length).toBeLessThan(bytesOf(withKey(key)).length / 4);
  });

  it('do not affect the length, whatever text is beside them', async () => {
    const length = async (text: string) => (await pack(withKey(text))).length;
    expect(await length(key)).toBe(await length(other));
  });

  it('are never compressed together with other text', () => {
    expect(codingsOf(withKey(key))).toEqual(['gzip']);
    expect(codingsOf([before])).toEqual(['zstd', 'gzip']);
  });

  it('of outgoing webhook bots are marked in the response of register', async () => {
    const { dara } = cast;
    await dara.createBot({
      full_name: 'Caller',
      short_name: 'caller',
      bot_type: 3,
      payload_url: 'https://bots.example/called',
    });
    const { realm_bots } = await dara.registerQueue({ fetch_event_types: ['realm_bot'] });
    const token = realm_bots!.flatMap(({ services }) => services).find((service) => 'token' in service)!.token!;
    const response = await ask(REGISTER, TAKES_ALL, { method: 'POST' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.includes(token)).toBe(true);
    expect(Buffer.from(zlib.gunzipSync(bytes)).includes(token)).toBe(true);
  });
});

describe('[HT41] a very large response', () => {
  const line = (n: number) => `${JSON.stringify({ n, name: `person ${n}`, said: 'träumt '.repeat(n % 9) })}\n`;
  const pieces = Array.from({ length: 60_000 }, (_, n) => (n % 3 === 0 ? Buffer.from(line(n)) : line(n)));
  const whole = Buffer.from(bytesOf(pieces));

  it('is the same in every encoding, and built only as far as it is read', async () => {
    expect(whole.length).toBeGreaterThan(3 * STREAMED_FROM_BYTES);
    for (const coding of [null, 'gzip', 'zstd'] as const) {
      let made = 0;
      const counted = function* () {
        for (const part of partsOf(pieces)) {
          made += (part as Uint8Array).length;
          yield part;
        }
      };
      const body = () => streamOf(coding === null ? plainChunks(counted()) : compressParts(counted(), coding));
      const bytes = Buffer.from(await new Response(body()).arrayBuffer());
      const plain =
        coding === 'gzip' ? zlib.gunzipSync(bytes) : coding === 'zstd' ? Bun.zstdDecompressSync(bytes) : bytes;
      expect({ coding, is_whole: whole.equals(plain) }).toEqual({ coding, is_whole: true });

      made = 0;
      const reader = body().getReader();
      expect(made).toBe(0);
      await reader.read();
      await Bun.sleep(20);
      expect({ coding, made_all: made >= whole.length }).toEqual({ coding, made_all: false });
      await reader.cancel();
      await Bun.sleep(20);
      expect({ coding, made_all: made >= whole.length }).toEqual({ coding, made_all: false });
    }
  });

  it('reaches clients complete, in every encoding, also with keys', async () => {
    await server.app.writer.write(server.realm.realm_id, async ({ tx }) => {
      for (let n = 0; n < 3000; n++)
        await tx.run(
          sql`insert into users (realm_id, email, email_key, full_name, api_key_generation, role, is_active, is_bot,
               date_joined, timezone, avatar_source, avatar_version, settings)
             values (${server.realm.realm_id}, ${`crowd${n}@stoa.example`}, ${`crowd${n}@stoa.example`}, ${`Crowd ${n}`}, 1,
               400, true, false, 0, '', 'G', 1, '{}')`,
        );
    });
    for (const [accept, coding] of [
      ['identity', null],
      ['gzip', 'gzip'],
      [TAKES_ALL, 'gzip'], // because of the bot's key
    ] as const) {
      const response = await ask(REGISTER, accept, { method: 'POST' });
      expect([accept, response.headers.get('content-encoding')]).toEqual([accept, coding]);
      expect(response.headers.get('content-length')).toBeNull();
      expect((await read(response)).realm_users!.length).toBeGreaterThan(3000);
    }
  });
});
