// Limit for P4 and P6 (and P9's start): Bun.serve answering fixed bytes and doing nothing else. Run as a process.
import { readFileSync } from 'node:fs';

const body = readFileSync(process.argv[2]!);

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response(body, { headers: { 'content-type': 'application/json' } }),
});

console.log(`ready ${server.port}`);
