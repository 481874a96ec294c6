// P4: the 100 newest messages of a channel, requested continuously by 16 clients.
import type { Row } from '../figure.ts';
import { throughputBesideBare } from '../load/beside-bare.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { openSockets } from '../load/http-socket.ts';
import { get } from '../load/request.ts';
import { serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, sendRequest, world } from '../world/store.ts';

const CLIENTS = 16;
const SUBSCRIBERS = 50;
const MESSAGES = 10_000;

export const history: Row = {
  id: 'P4',
  title: '100 newest messages of a channel, 16 clients',
  async run({ rounds, seconds }) {
    const place = await world(SUBSCRIBERS);
    const stoa = await serve(place.directory);
    await makeChannel(stoa, place, 'bench', place.users);
    const sockets = await openSockets(stoa.port, CLIENTS);
    await closedLoop(sockets, { requests: MESSAGES }, (connection, n) =>
      sendRequest(place.users[connection]!, 'bench', `topic ${n % 8}`, messageText(`message ${connection}/${n}:`)),
    );
    const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow: '[["channel","bench"]]' };
    const requests = sockets.map((_, n) => get('/api/v1/messages', place.users[n]!, query));
    const figure = await throughputBesideBare(stoa, sockets, {
      id: history.id,
      work: history.title,
      rounds,
      seconds,
      requests,
      note: `${MESSAGES} messages in the channel; `,
      check(body) {
        const { messages } = JSON.parse(body) as { messages: unknown[] };
        if (messages.length !== 100) throw new Error(`asked for 100 messages, got ${messages.length}`);
      },
    });
    return [figure];
  },
};
