// Notices when connections use up the files that the process may open, and then lets addresses have shares of them. Without a free
// descriptor nobody connects, and files and databases can't be opened. The runtime neither counts connections nor closes them.
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { AddressRange } from '../../outbound/outbound-addresses.ts';

export interface ConnectionSharing {
  /** How many connections an address keeps where descriptors are short. */
  readonly each: () => number;
  /** They speak for many, and are never cut off. */
  readonly trusted_proxies: readonly AddressRange[];
  /** Tells the operator. */
  readonly report: (cut: Cut) => void;
}

/** An address whose connections were closed. */
export interface Cut {
  readonly address: string;
  readonly connections: number;
  readonly closed: number;
  /** How many files the process may have open. */
  readonly files_max: number;
}

const LOOK_MS = 1000;
/** From this part of the descriptors on, what closes connections is loaded: without descriptors it could not be. */
const LOADED_FROM = 0.5;
/** Above this part, connections are closed until no more than the next one is in use. [HT823] */
const SHORT_FROM = 0.75;
const SHORT_UNTIL = 0.7;

/** Most descriptors of this process; null where the system does not tell. */
function mostFiles(): number | null {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === undefined ? null : Number(most);
  } catch {
    return null;
  }
}

/** At least as many are in use: a new file gets the lowest number that is free. One system call, however many there are. */
function descriptorsInUse(most: number): number {
  try {
    const descriptor = openSync('/dev/null', 'r');
    closeSync(descriptor);
    return descriptor;
  } catch {
    return most;
  }
}

/** Looks every second; returns how to end that. */
export function watchConnections(port: number, sharing: ConnectionSharing): () => void {
  const most = mostFiles();
  if (most === null) return () => {};
  let is_looking = false;
  const look = async () => {
    const used = descriptorsInUse(most);
    if (used < most * LOADED_FROM || is_looking) return;
    is_looking = true;
    try {
      const { closeSurplus } = await import('./close-surplus.ts');
      if (used < most * SHORT_FROM) return;
      const cuts = await closeSurplus(port, {
        ...sharing,
        files_max: most,
        surplus: used - Math.floor(most * SHORT_UNTIL),
      });
      for (const cut of cuts) sharing.report(cut);
    } catch {
      // Without a free descriptor the code can't be loaded; idle connections end soon, and then it can.
    } finally {
      is_looking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
