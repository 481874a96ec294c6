// Responses of paths outside the API: small texts and files with security headers.

export type Page = (request: Request) => Response | Promise<Response>;

const COMMON = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
/** Allows nothing, unless a page says otherwise. */
export const STRICT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function answer(
  body: string | Uint8Array | Blob,
  type: string,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const length = bytes instanceof Blob ? bytes.size : bytes.length;
  return new Response(bytes as BodyInit, {
    status,
    headers: {
      'content-type': type,
      'content-length': String(length),
      'content-security-policy': STRICT_POLICY,
      ...COMMON,
      ...headers,
    },
  });
}

/** Answers GET and HEAD; refuses other methods as the API does. [PG1] */
export function page(handle: Page): Page {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const body = {
        result: 'error',
        msg: 'Method not allowed: use GET',
        code: 'BAD_REQUEST',
        allowed_methods: ['GET', 'HEAD'],
      };
      return answer(JSON.stringify(body), 'application/json', { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const response = await handle(request);
    if (request.method === 'GET') return response;
    return new Response(null, { status: response.status, headers: response.headers });
  };
}
