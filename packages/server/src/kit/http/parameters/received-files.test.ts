// Multipart bodies that are made to be slow to parse.
import { afterAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leastProcessorMs } from '@stoa/testkit';
import { Incoming } from '../../files/incoming.ts';
import { receiveFiles } from './received-files.ts';

const data = mkdtempSync(join(tmpdir(), 'stoa-received-'));
const incoming = new Incoming(data);
afterAll(() => {
  incoming.close();
  rmSync(data, { recursive: true });
});

const LIMIT_MIB = 25;

async function receive(body: string): Promise<string> {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const request = new Request('http://chat.example/', { method: 'POST', headers, body });
  try {
    await receiveFiles(request, { parameters: new Map(), files: [] }, { incoming, limit_mib: LIMIT_MIB });
    return 'received';
  } catch (error) {
    return (error as Error).message;
  }
}

const field = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
const nameless = '--b\r\nx: y\r\n\r\n1\r\n';
const end = '--b--\r\n';

it('[HT42] takes no more parts than fields and files', async () => {
  expect(await receive(`${field.repeat(99)}${nameless.repeat(12)}${end}`)).toBe('received');
  expect(await receive(`${field.repeat(100)}${nameless.repeat(11)}${end}`)).toBe('received');
  expect(await receive(`${field.repeat(100)}${nameless.repeat(12)}${end}`)).toBe('Too many parts');
  expect(await receive(`${field.repeat(101)}${end}`)).toBe('Too many parameters');
});

it('[HT42] stops at the first part too many', async () => {
  const body = nameless.repeat(500_000);
  let answer = '';
  const took_ms = await leastProcessorMs(100, async () => {
    answer = await receive(body);
  });
  expect([answer, took_ms < 100]).toEqual(['Too many parts', true]);
});

describe('[HT825] a body that arrives', () => {
  /** The form in parts, with a pause before each. */
  async function receiveSlowly(parts: readonly string[], pause_ms: number, silence_ms: number): Promise<string> {
    const length = parts.join('').length;
    const waiting = [...parts];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await Bun.sleep(pause_ms);
        const part = waiting.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(Buffer.from(part));
      },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(length) };
    const request = new Request('http://chat.example/', { method: 'POST', headers, body });
    try {
      await receiveFiles(request, { parameters: new Map(), files: [] }, { incoming, limit_mib: LIMIT_MIB, silence_ms });
      return 'received';
    } catch (error) {
      return (error as Error).message;
    }
  }
  const TOO_SLOW = 'The body of the request arrives too slowly';

  it('slowly, but at a usual pace, is received', async () => {
    const parts = [...Array.from({ length: 20 }, () => `--b\r\nx: ${'y'.repeat(1000)}\r\n\r\n1\r\n`), end];
    expect(await receiveSlowly(parts, 40, 500)).toBe('received');
  });

  it('with a long silence, or in drops, is refused', async () => {
    expect(await receiveSlowly([field, end], 400, 200)).toBe(TOO_SLOW);
    expect(await receiveSlowly([...field, ...end], 20, 200)).toBe(TOO_SLOW);
  });
});
