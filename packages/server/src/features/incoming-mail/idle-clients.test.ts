// Clients that connect and send commands, but no mail.
import { describe, expect, it } from 'bun:test';
import { createConnection } from 'node:net';
import { MailDialogue, serveTests, startServer } from '@stoa/testkit';

const { server, cast } = await serveTests({ incoming_mail: { domain: 'chat.example' } });
const port = server.app.mail_port!;
await cast.dara.subscribe({ subscriptions: [{ name: 'post' }] });
const { stream_id } = await cast.dara.getStreamId({ stream: 'post' });
const { email: address } = await cast.dara.getStreamEmailAddress({ stream_id });

describe('[IC890] clients that send no mail', () => {
  /** Replies to this many commands that do nothing, and how the connection ends. */
  async function idleAway(port: number, command: string, times: number) {
    const dialogue = await MailDialogue.begin(port);
    dialogue.socket.write(`${command}\r\n`.repeat(times));
    const codes: number[] = [];
    for (let at = 0; at < times && codes.at(-1) !== 421 && codes.at(-1) !== 0; at++)
      codes.push((await dialogue.reply()).code);
    dialogue.end();
    return codes;
  }

  it('end after a hundred commands', async () => {
    for (const command of ['NOOP', 'RSET', 'EHLO again.example', 'VRFY dara', 'HELP']) {
      const codes = await idleAway(port, command, 1000);
      expect({ command, count: codes.length, last: codes.at(-1) }).toEqual({ command, count: 100, last: 421 });
    }
  });

  it('may send as many mails as they like', async () => {
    const dialogue = await MailDialogue.begin(port);
    const codes = new Set<number>();
    for (let at = 0; at < 30; at++) {
      await dialogue.say('NOOP');
      codes.add((await dialogue.send(address, `Subject: s\r\n\r\nmail ${at}`)).code);
    }
    expect([...codes]).toEqual([250]);
    dialogue.end();
  }, 60_000);

  it('have a bounded number on all their connections', async () => {
    const flooded = await startServer({ incoming_mail: { domain: 'chat.example' } });
    try {
      let replies = 0;
      for (let at = 0; at < 80; at += 10) {
        const each = Array.from({ length: 10 }, () => idleAway(flooded.app.mail_port!, 'NOOP', 98));
        replies += (await Promise.all(each)).flat().filter((code) => code === 250).length;
      }
      expect(replies).toBeGreaterThan(5500);
      expect(replies).toBeLessThan(6000);
      const next = MailDialogue.connect(flooded.app.mail_port!);
      expect((await next.reply()).code).toBe(421);
      next.end();
    } finally {
      await flooded.stop();
    }
  }, 60_000);

  it('keep no others out', async () => {
    const open = (host: number) => {
      const socket = createConnection({ host: '127.0.0.1', port, localAddress: `127.0.0.${host}` });
      return new Promise<{ socket: typeof socket; code: string }>((resolve) => {
        socket.on('error', () => {});
        socket.once('data', (data) => resolve({ socket, code: data.toString().slice(0, 3) }));
      });
    };
    const crowd = await Promise.all(Array.from({ length: 100 }, (_, at) => open(10 + (at % 5))));
    expect(crowd.filter(({ code }) => code === '220')).toHaveLength(100);
    const late = [await open(20), await open(21)];
    expect(late.map(({ code }) => code)).toEqual(['220', '220']);
    for (const { socket } of [...crowd, ...late]) socket.destroy();
  });
});
