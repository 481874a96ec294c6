// Windows of ids in which the next messages are searched, in order.
import type { MessageId } from '@stoa/contract';

export interface IdWindow {
  readonly above: number;
  readonly below: number;
  readonly order: 'ascending' | 'descending';
  readonly limit: number;
}

/** `share`: the part of earlier results that lay in the searched ranges; 1 at first. */
export type Find = (window: IdWindow, share: number) => Promise<MessageId[]>;
