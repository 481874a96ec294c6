// An endpoint's parameters in wire format and a request made of them, for tests that cover all endpoints.
import { type Endpoint, pathParameters } from '@stoa/contract';
import { samplePicture } from './pictures.ts';
import { basic, type Credentials, type RawAnswer, rawRequest } from './raw-request.ts';

export type Texts = Readonly<Record<string, string>>;

/** Values as they are written on the wire. */
export function texts(params: Readonly<Record<string, unknown>>): Texts {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Where parameters outside the path are sent. */
export type Placement = 'usual' | 'query' | 'form' | 'multipart';

export function endpointUrl(site: string, endpoint: Endpoint, params: Texts): URL {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return new URL(`${site}/api/v1${path}`);
}

function withSample(form: FormData): FormData {
  form.append('filename', samplePicture());
  return form;
}

export function callRaw(
  site: string,
  endpoint: Endpoint,
  params: Texts,
  credentials: Credentials | null,
  { placement = 'usual', headers: more = {} }: { placement?: Placement; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const url = endpointUrl(site, endpoint, params);
  const in_path = pathParameters(endpoint.path);
  const rest = Object.entries(params).filter(([name]) => !in_path.includes(name));
  const headers = { ...(credentials === null ? {} : basic(credentials)), ...more };
  const method = endpoint.method;
  const takes_files = endpoint.files_limit_mib !== undefined;
  if (placement === 'query' || method === 'GET') {
    for (const [name, value] of rest) url.searchParams.append(name, value);
    return rawRequest(url.href, { method, headers, ...(takes_files ? { body: withSample(new FormData()) } : {}) });
  }
  const body = placement === 'multipart' || takes_files ? new FormData() : new URLSearchParams();
  if (takes_files) withSample(body as FormData);
  for (const [name, value] of rest) body.append(name, value);
  return rawRequest(url.href, { method, headers, body });
}
