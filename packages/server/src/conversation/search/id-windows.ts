// How messages are asked for by their words: some at a time, in order.
import type { MessageId } from '@stoa/contract';

export interface IdWindow {
  readonly above: number;
  readonly below: number;
  readonly order: 'ascending' | 'descending';
  readonly limit: number;
}

/** `share` is how much of what was found so far was also where it was looked for; 1 at first. */
export type Find = (portion: IdWindow, share: number) => Promise<MessageId[]>;
