// All rows, in the order they run and print.
import { churn } from './churn.ts';
import type { Row } from './figure.ts';
import { concurrentSends } from './rows/p1-concurrent-sends.ts';
import { oneSender } from './rows/p2-one-sender.ts';
import { largeChannel } from './rows/p3-large-channel.ts';
import { history } from './rows/p4-history.ts';
import { register } from './rows/p6-register.ts';
import { fanOut } from './rows/p7-fan-out.ts';
import { memory } from './rows/p8-memory.ts';
import { start } from './rows/p9-start.ts';
import { search } from './rows/p10-search.ts';
import { disk } from './rows/p11-disk.ts';
import { organizations } from './rows/p12-organizations.ts';
import { twoNodes } from './rows/p12-two-nodes.ts';
import { rendering } from './rows/p13-rendering.ts';
import { readState } from './rows/p14-read-state.ts';
import { everyCore } from './rows/p15-every-core.ts';
import { companies } from './rows/p16-company.ts';
import { ownUser } from './rows/p17-own-user.ts';
import { longestWaits } from './rows/p18-longest-wait.ts';
import { registersAtOnce } from './rows/p19-registers-at-once.ts';
import { importing } from './rows/p20-import.ts';

export const rows: Row[] = [
  concurrentSends,
  oneSender,
  largeChannel,
  history,
  register,
  fanOut,
  memory,
  start,
  search,
  disk,
  twoNodes,
  organizations,
  rendering,
  readState,
  ...everyCore,
  ...companies,
  ownUser,
  longestWaits,
  registersAtOnce,
  importing,
  churn,
];
