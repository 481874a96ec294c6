// Limit for P7: a plain node:net server. Holds each GET; a POST writes the same bytes to every held socket and is then
// answered.
// Parses only the first letter, and allocates only the socket per poll. Runs in Node, as a process.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const reply = readFileSync(process.argv[2]);
const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
const GET = 'G'.charCodeAt(0);
let waiting = [];

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    if (chunk[0] === GET) {
      waiting.push(socket);
      return;
    }
    const served = waiting;
    waiting = [];
    for (const held of served) held.write(reply);
    socket.write(answer);
  });
});

server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  console.log(`ready ${server.address().port}`);
});
