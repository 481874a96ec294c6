// Prepared HTTP/1.1 request bytes, built before the clock runs and avoided inside measured loops.

export interface Credentials {
  email: string;
  api_key: string;
}

/** A client for people: messages sent by programs stay unread for their sender, which costs a row. */
const USER_AGENT = 'Mozilla/5.0 (stoa-bench)';

const HOST_LINE = 'Host: 127.0.0.1\r\n';

export type Form = Record<string, string | number | boolean>;

function encode(form: Form): string {
  return new URLSearchParams(Object.entries(form).map(([key, value]) => [key, String(value)])).toString();
}

export function authorization(credentials: Credentials): string {
  return `Basic ${Buffer.from(`${credentials.email}:${credentials.api_key}`).toString('base64')}`;
}

function head(method: string, path: string, as: Credentials | undefined): string {
  const auth = as === undefined ? '' : `Authorization: ${authorization(as)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${HOST_LINE}User-Agent: ${USER_AGENT}\r\n${auth}`;
}

export function get(path: string, as?: Credentials, query: Form = {}): Buffer {
  const text = encode(query);
  return Buffer.from(`${head('GET', text === '' ? path : `${path}?${text}`, as)}\r\n`);
}

export function submit(method: 'POST' | 'PATCH' | 'DELETE', path: string, as: Credentials, form: Form): Buffer {
  const body = encode(form);
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  return Buffer.from(`${head(method, path, as)}${type}Content-Length: ${body.length}\r\n\r\n${body}`);
}

/** The same request from a client that accepts an encoding. */
export function accepting(request: Buffer, encoding: string): Buffer {
  const at = request.indexOf('\r\n') + 2;
  return Buffer.concat([
    request.subarray(0, at),
    Buffer.from(`Accept-Encoding: ${encoding}\r\n`),
    request.subarray(at),
  ]);
}

/** The same request to the organization at `host`, where a server has several. */
export function toHost(request: Buffer, host: string): Buffer {
  const at = request.indexOf(HOST_LINE);
  return Buffer.concat([
    request.subarray(0, at),
    Buffer.from(`Host: ${host}\r\n`),
    request.subarray(at + HOST_LINE.length),
  ]);
}

/** The head and first bytes of a multipart upload of `declaredBytes` that is never finished. */
export function brokenUpload(path: string, as: Credentials, declaredBytes: number, sentBytes: number): Buffer {
  const boundary = 'stoa-bench-boundary';
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n`;
  const type = `Content-Type: multipart/form-data; boundary=${boundary}\r\n`;
  const start = `${head('POST', path, as)}${type}Content-Length: ${declaredBytes}\r\n\r\n${part}`;
  return Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(sentBytes, 0x61)]);
}
