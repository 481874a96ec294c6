// An identity provider that provisions accounts by SCIM, as far as the server can tell.
import { createScimToken } from '../../server/src/features/scim/scim-tokens.actions.ts';
import type { Organization, TestServer } from './start-server.ts';

export interface ScimAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a foreign protocol
  readonly body: any;
  readonly headers: Headers;
}

export class ScimClient {
  constructor(
    private readonly url: string,
    private readonly token: string | null,
    private readonly host: string | null = null,
  ) {}

  async call(method: string, path: string, body?: unknown, type = 'application/scim+json'): Promise<ScimAnswer> {
    const response = await fetch(`${this.url}/scim/v2${path}`, {
      method,
      headers: {
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(this.host !== null && { host: this.host }),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
  }

  get = (path: string) => this.call('GET', path);
  post = (path: string, body: unknown) => this.call('POST', path, body);
  put = (path: string, body: unknown) => this.call('PUT', path, body);
  delete = (path: string) => this.call('DELETE', path);

  patch(path: string, ...operations: readonly unknown[]) {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    return this.call('PATCH', path, { schemas, Operations: operations });
  }

  find(kind: 'Users' | 'Groups', filter: string) {
    return this.get(`/${kind}?filter=${encodeURIComponent(filter)}`);
  }
}

export function makeScimToken({ app }: TestServer, { realm: { realm_id } }: Organization): Promise<string> {
  return app.writer.write(realm_id, (context) => createScimToken(context, realm_id, 'Example ID'));
}

export async function scimClient(server: TestServer, organization: Organization = server): Promise<ScimClient> {
  const host = organization.realm.realm_id === server.realm.realm_id ? null : new URL(organization.realm.url).host;
  return new ScimClient(server.url, await makeScimToken(server, organization), host);
}
