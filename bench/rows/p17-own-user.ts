// P17: the least that any authenticated request costs: one's own account, requested continuously by 16 clients.
import type { Row } from '../figure.ts';
import { throughputBesideBare } from '../load/beside-bare.ts';
import { openSockets } from '../load/http-socket.ts';
import { get } from '../load/request.ts';
import { serve } from '../world/stoa-process.ts';
import { world } from '../world/store.ts';

const CLIENTS = 16;

export const ownUser: Row = {
  id: 'P17',
  title: 'any authenticated request: GET /users/me, 16 clients',
  async run({ rounds, seconds }) {
    const place = await world(CLIENTS);
    const stoa = await serve(place.directory);
    const sockets = await openSockets(stoa.port, CLIENTS);
    const requests = sockets.map((_, n) => get('/api/v1/users/me', place.users[n]!));
    const { id, title } = ownUser;
    return [await throughputBesideBare(stoa, sockets, { id, work: title, rounds, seconds, requests })];
  },
};
