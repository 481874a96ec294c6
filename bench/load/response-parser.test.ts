// The generator's response parser: a benchmark whose client misreads responses measures nothing.
import { describe, expect, it } from 'bun:test';
import { ResponseParser } from './response-parser.ts';

const FIXED = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\nhello\r\n\r\nyo');
const CHUNKED = Buffer.from(
  'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe\r\nl\r\n2\r\no!\r\n0\r\n\r\n',
);

function feed(bytes: Buffer, step: number) {
  const parser = new ResponseParser();
  for (let at = 0; at < bytes.length; at += step) {
    const reply = parser.push(bytes.subarray(at, at + step));
    if (reply !== undefined) return { ...reply, body: reply.body.toString(), at: Math.min(at + step, bytes.length) };
  }
  return undefined;
}

describe('response parser', () => {
  it('reads the same reply however the bytes are split', () => {
    for (let step = 1; step <= FIXED.length; step++) {
      const whole = { status: 200, body: 'hello\r\n\r\nyo', wireBytes: FIXED.length, at: FIXED.length };
      expect(feed(FIXED, step)).toEqual(whole);
    }
    for (let step = 1; step <= CHUNKED.length; step++) {
      expect(feed(CHUNKED, step)).toEqual({
        status: 404,
        body: 'he\r\nlo!',
        wireBytes: CHUNKED.length,
        at: CHUNKED.length,
      });
    }
  });

  it('returns nothing before the last byte', () => {
    for (const bytes of [FIXED, CHUNKED]) expect(feed(bytes.subarray(0, -1), 7)).toBeUndefined();
  });

  it('reads one reply after another on the same connection', () => {
    const parser = new ResponseParser();
    for (let n = 0; n < 3; n++) {
      expect(parser.push(FIXED.subarray(0, 50))).toBeUndefined();
      expect(parser.push(FIXED.subarray(50))!.status).toBe(200);
      expect(parser.push(CHUNKED)!.status).toBe(404);
    }
  });

  it('refuses unknown input', () => {
    const push = (text: string) => new ResponseParser().push(Buffer.from(text));
    expect(() => push('HTTP/1.1 200 OK\r\n\r\n')).toThrow('without a length');
    expect(() => push('HTTP/1.1 100 Continue\r\n\r\n')).toThrow('status line');
    expect(() => push(`${FIXED}x`)).toThrow('after the end');
  });
});
