// Runs a tool, and turns its result or refusal into the result of a call.
import { ApiError } from '@stoa/contract';
import type { z } from 'zod';
import type { Report } from '../../kit/http/responses/respond.ts';
import { type Tool, type ToolContext, ToolRefusal } from './tool.ts';

/** Models read a few lines. */
const PROBLEMS_MAX = 5;
const TEXT_MAX = 2000;

interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
  readonly [extension: string]: unknown;
}

const result = (fields: Readonly<Record<string, unknown>>): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(fields) }],
  structuredContent: { ...fields },
});

/** [MP6] */
function refused(code: string, message: string, fields: Readonly<Record<string, unknown>> = {}): ToolResult {
  const text = message.length > TEXT_MAX ? `${message.slice(0, TEXT_MAX).toWellFormed()}…` : message;
  return { ...result({ error: { code, message: text, ...fields } }), isError: true };
}

/** The reason, the missing scope and the seconds to wait, where the API gives them; its other fields repeat arguments. */
function refusedByApi({ code, message, fields }: ApiError): ToolResult {
  const { reason, scope, 'retry-after': retry_after_secs, request_id } = fields;
  return refused(code, message, { reason, scope, retry_after_secs, request_id });
}

function problemsOf({ issues }: z.ZodError): string {
  const described = issues.slice(0, PROBLEMS_MAX).map(({ path, message }) => {
    const at = path.join('.');
    return at === '' ? message : `${at}: ${message}`;
  });
  return described.join('; ');
}

export async function runTool(
  tool: Tool,
  input: unknown,
  context: ToolContext & { readonly report: Report },
): Promise<ToolResult> {
  const checked = tool.input.safeParse(input);
  if (!checked.success) return refused('INVALID_ARGUMENTS', problemsOf(checked.error));
  try {
    return result(await tool.run(context, checked.data));
  } catch (error) {
    if (error instanceof ApiError) return refusedByApi(error);
    if (error instanceof ToolRefusal) return refused('INVALID_ARGUMENTS', error.message);
    // The message of a failure may contain anything.
    context.report(error);
    return refused('INTERNAL_SERVER_ERROR', 'Internal server error');
  }
}
