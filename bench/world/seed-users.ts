// Many accounts with API keys. Generic bots: the one kind of account the API makes without hashing a password,
// which would cost minutes of argon2 for 10,000 people; in every measured path a bot is a user like any other.
import { openSockets } from '../load/http-socket.ts';
import type { Credentials } from '../load/request.ts';
import { call, eachOver } from './api.ts';

export interface SeededUser extends Credentials {
  user_id: number;
}

interface Bot {
  username: string;
  api_key: string;
}

export async function seedUsers(port: number, owner: Credentials, count: number): Promise<SeededUser[]> {
  const sockets = await openSockets(port, 32);
  const names = Array.from({ length: count }, (_, n) => `bench-${String(n).padStart(5, '0')}`);
  const made = await eachOver(sockets, names, (socket, name) =>
    call<{ user_id: number; api_key: string }>(socket, owner, 'POST', '/api/v1/bots', {
      full_name: `Reader ${name}`,
      short_name: name,
      bot_type: 1,
    }),
  );
  const { bots } = await call<{ bots: Bot[] }>(sockets[0]!, owner, 'GET', '/api/v1/bots');
  const emails = new Map(bots.map((bot) => [bot.api_key, bot.username]));
  for (const socket of sockets) socket.close();
  return made.map(({ user_id, api_key }) => {
    const email = emails.get(api_key);
    if (email === undefined) throw new Error(`user ${user_id} is missing from GET /bots`);
    return { user_id, api_key, email };
  });
}
