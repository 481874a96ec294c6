// What a tool is: a name and descriptions for the model, a schema of its arguments, and a function that calls endpoints.
import type { TokenScope, UserId } from '@stoa/contract';
import type { z } from 'zod';
import type { RawContext } from '../../kit/http/raw-route.ts';
import type { InTurn } from './list-turns.ts';

export type ToolContext = Pick<RawContext, 'realm' | 'call'> & {
  /** The account whose credentials the request has. */
  readonly user_id: UserId;
  /** Runs work with lists that may have everybody in them when it is its turn; not within other such work. [MP16] */
  readonly inTurn: InTurn;
};

/** Hints for the person who is asked to allow a call. All tools stay within the organization. */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
}

/** The scope that an access token needs to be shown the tool; each endpoint that it calls decides by itself. [TK14] */
export const scopeOf = ({ hints }: Pick<Tool, 'hints'>): TokenScope => (hints.readOnlyHint ? 'read' : 'send');

export const READS: Hints = { readOnlyHint: true };

export interface Tool<S extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: Hints;
  readonly input: S;
  run(context: ToolContext, input: z.output<S>): Promise<Readonly<Record<string, unknown>>>;
}

/** Checks that arguments and schema agree; whoever runs a tool checks the arguments by the schema. */
export function defineTool<S extends z.ZodObject>(tool: Tool<S>): Tool {
  return tool as unknown as Tool;
}

/** A refusal that a model can correct: an unknown name, or arguments that exclude each other. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}
