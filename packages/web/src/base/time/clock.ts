// The time, by the server's clock where the device's is wrong, and the day and time zone that the screen shows.
import { Cell } from '../cells/cell.ts';
import { watchReturns } from '../views/attention.ts';

/** A smaller difference is the time that the response took, or nobody notices it. */
const WRONG_MS = 60_000;
const TICK_MS = 15_000;
let ahead_ms = 0;

/** Milliseconds since 1970. [WB1020] */
export const nowMs = (): number => Date.now() + ahead_ms;

/** In a fresh response of the server, in seconds; 0 where it tells none. */
export function setServerTime(server_timestamp: number): void {
  if (server_timestamp === 0) return;
  const difference_ms = server_timestamp * 1000 - Date.now();
  ahead_ms = Math.abs(difference_ms) < WRONG_MS ? 0 : difference_ms;
  noticeDay();
}

const zoneNow = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const dayAndZone = () => `${new Date(nowMs()).toDateString()} ${zoneNow()}`;

/** Components that show days or times render again when this changes. [WB1021] */
export const shownDay = new Cell(dayAndZone());

function noticeDay(): void {
  shownDay.set(dayAndZone());
}

/** Notices midnight and another time zone until the returned function is called. */
export function watchDay(): () => void {
  const timer = setInterval(noticeDay, TICK_MS);
  const unwatch = watchReturns(noticeDay);
  return () => {
    clearInterval(timer);
    unwatch();
  };
}
