// A person's agent: the official client of the Model Context Protocol, loaded with the first one.
import type { Person } from './cast.ts';

type Protocol = 'legacy' | 'auto';

/** Connects with the API key as a bearer token. `legacy`: versions before 2026-07-28. The caller closes the client. */
export async function connectAgent(site: string, { email, api_key }: Person, mode: Protocol = 'legacy') {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${email}:${api_key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${site}/mcp`), { requestInit: { headers } }));
  return client;
}

export interface ToolOutcome {
  readonly is_error: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has fields of its own
  readonly fields: any;
}

export type CallTool = (name: string, input?: Record<string, unknown>) => Promise<ToolOutcome>;

/** Calls tools as a person; throws unless text and structured content agree. */
export async function toolsOf(site: string, person: Person, mode?: Protocol): Promise<CallTool> {
  const client = await connectAgent(site, person, mode);
  return async (name, input = {}) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: input });
    const [first, ...others] = content as { type: string; text: string }[];
    if (first?.text !== JSON.stringify(structuredContent) || others.length > 0)
      throw new Error(`${name}: the text is not the structured content`);
    return { is_error: isError === true, fields: structuredContent };
  };
}
