// P11: bytes on disk per 200-byte message that 1,000 subscribers have read, including the word index. Excludes the event
// log, which is removed with the last queue that needs it; a note states its size.

import { Database } from 'bun:sqlite';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, type Row } from '../figure.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { openSockets } from '../load/http-socket.ts';
import { submit } from '../load/request.ts';
import { databaseFile, scratch } from '../world/directories.ts';
import { serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, sendRequest, world } from '../world/store.ts';

const SUBSCRIBERS = 1000;
const MESSAGES_PER_ROUND = 250;
const CLIENTS = 16;

/** Bytes of a store without its log, counting used pages. */
function bytesKept(directory: string): { on_disk: number; log: number } {
  const copy = join(scratch('p11'), 'copy.db');
  copyFileSync(databaseFile(directory), copy);
  const database = new Database(copy);
  const size = () => {
    database.exec('vacuum');
    const { page_count } = database.query('pragma page_count').get() as { page_count: number };
    const { page_size } = database.query('pragma page_size').get() as { page_size: number };
    return page_count * page_size;
  };
  const whole = size();
  database.exec('delete from events');
  const retained = size();
  database.close();
  return { on_disk: retained, log: whole - retained };
}

export const disk: Row = {
  id: 'P11',
  title: 'disk per 200-byte message, 1,000 subscribers who read everything',
  async run({ rounds }) {
    const place = await world(SUBSCRIBERS);
    let stoa = await serve(place.directory);
    await makeChannel(stoa, place, 'read', place.users);
    await stoa.stop();
    let before = bytesKept(place.directory).on_disk;
    const per_message: number[] = [];
    let log = 0;
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      stoa = await serve(place.directory);
      const sockets = await openSockets(stoa.port, CLIENTS);
      await closedLoop(sockets, { requests: MESSAGES_PER_ROUND }, (connection, n) =>
        sendRequest(
          place.users[connection]!,
          'read',
          `topic ${n % 8}`,
          messageText(`message ${round}/${connection}/${n}:`),
        ),
      );
      const narrow = JSON.stringify([{ operator: 'channel', operand: 'read' }]);
      const read = { anchor: 'newest', num_before: MESSAGES_PER_ROUND, num_after: 0, narrow, op: 'add', flag: 'read' };
      let reader = 0;
      await closedLoop(sockets, { requests: SUBSCRIBERS }, () =>
        submit('POST', '/api/v1/messages/flags/narrow', place.users[reader++ % SUBSCRIBERS]!, read),
      );
      for (const socket of sockets) socket.close();
      await stoa.stop();
      const after = bytesKept(place.directory);
      per_message.push((after.on_disk - before) / MESSAGES_PER_ROUND);
      before = after.on_disk;
      log = after.log;
    }
    return [
      figure({
        id: 'P11',
        work: disk.title,
        unit: 'bytes',
        rounds: { ours: per_message, limit: per_message.map(() => 200) },
        limit_is: 'the text alone',
        goal: { of: 'ours', at: 'most', value: 1536 },
        notes: [
          `${MESSAGES_PER_ROUND} messages a round, then everybody reads them; the log, which is not kept, held ${Math.round(log / 1024)} KB at the end`,
        ],
      }),
    ];
  },
};
