// The Model Context Protocol: agents read and write with an account's own rights.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { mcpRoute } from './mcp.routes.ts';

export interface McpConfig {
  /** Turns the endpoint off. */
  readonly no_mcp: boolean;
}

export const mcpSlice = defineSlice({
  name: 'mcp',
  open: ({ no_mcp, report }: Services & McpConfig) => ({ raw: no_mcp ? [] : [mcpRoute(report)] }),
});
