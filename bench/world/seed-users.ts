// Many members with API keys, made by the operator's command. They have no passwords, because hashing 10,000 would take
// minutes.
import type { Credentials } from '../load/request.ts';
import { runStoa, storeWords } from './stoa-process.ts';

export interface SeededUser extends Credentials {
  user_id: number;
}

export async function seedUsers(
  directory: string,
  count: number,
  database: string | null = null,
  host: string | null = null,
): Promise<SeededUser[]> {
  const where = [...storeWords(directory, database), ...(host === null ? [] : ['--org', host])];
  const wanted = Array.from({ length: count }, (_, n) => String(n).padStart(5, '0'));
  const lines = wanted.map((n) => `member${n}@bench.example,Member ${n}`).join('\n');
  const printed = await runStoa(['user', 'create', ...where, '--stdin'], `${lines}\n`);
  const users = printed
    .trim()
    .split('\n')
    .map((line) => {
      const [user_id, email, api_key] = line.split('\t');
      return { user_id: Number(user_id), email: email ?? '', api_key: api_key ?? '' };
    });
  const bad = users.find((user) => !(user.user_id > 0) || user.api_key === '');
  if (users.length !== count || bad) throw new Error(`asked for ${count} users, got: ${printed.slice(0, 300)}`);
  return users;
}
