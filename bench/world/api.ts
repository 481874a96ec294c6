// Setup calls through the API, outside any measured interval, with checked responses.
import type { HttpSocket } from '../load/http-socket.ts';
import { type Credentials, type Form, get, submit } from '../load/request.ts';

/** What the web client and the mobile apps declare when they register, as the parameter `client_capabilities`. */
export const CLIENT_CAPABILITIES = JSON.stringify({
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  empty_topic_name: true,
});

export async function call<T>(
  socket: HttpSocket,
  as: Credentials,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  form: Form = {},
): Promise<T> {
  const request = method === 'GET' ? get(path, as, form) : submit(method, path, as, form);
  const reply = await socket.send(request);
  const text = reply.body.toString('utf8');
  if (reply.status !== 200) throw new Error(`${method} ${path}: status ${reply.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

/** Runs `work` for every item with all sockets busy; keeps the order of results. */
export async function eachOver<I, R>(
  sockets: HttpSocket[],
  items: I[],
  work: (socket: HttpSocket, item: I, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  await Promise.all(
    sockets.map(async (socket) => {
      while (next < items.length) {
        const index = next++;
        results[index] = await work(socket, items[index]!, index);
      }
    }),
  );
  return results;
}
