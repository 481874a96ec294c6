// Sends malformed requests. Every response must be JSON in the API's format.

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface Credentials {
  readonly email: string;
  readonly api_key: string;
}

export function basic({ email, api_key }: Credentials): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` };
}

/**
 * Sends a request verbatim and reads the response; throws unless it is JSON with `result`, `msg` and, for errors, `code`.
 */
export async function rawRequest(url: string, init: RequestInit = {}): Promise<RawAnswer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const { status, headers } = response;
  if (init.method === 'HEAD') return { status, headers, body: {} };
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error(`${init.method ?? 'GET'} ${url}: ${status} without JSON: ${text.slice(0, 200)}`);
  }
  const whole =
    typeof body.msg === 'string' &&
    (status === 200 ? body.result === 'success' : body.result === 'error' && typeof body.code === 'string');
  if (!whole) throw new Error(`${init.method ?? 'GET'} ${url}: ${status} with ${text.slice(0, 200)}`);
  return { status, headers, body };
}
