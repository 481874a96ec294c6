// Tables about an inline source, built before it is parsed: code spans, matching brackets, addresses. Each is built
// once in linear time, so that no rule searches ahead from every position.
import type { RenderState, Scan } from '../render-state.ts';
import { type AutoSpan, findAddresses, mergeSpans } from './autolink.ts';

const NO_AUTOS: readonly AutoSpan[] = [];

/** [MD40] A run of backticks opens code if a run of equal width follows and no backslash precedes it. */
function findCode(source: string): ReadonlyMap<number, number> | null {
  if (!source.includes('`')) return null;
  const runs: { start: number; end: number }[] = [];
  for (let at = source.indexOf('`'); at >= 0; ) {
    let end = at + 1;
    while (source.charCodeAt(end) === 0x60) end++;
    runs.push({ start: at, end });
    at = source.indexOf('`', end);
  }
  const nextOfWidth = new Map<number, number>();
  const partner = new Int32Array(runs.length).fill(-1);
  for (let at = runs.length - 1; at >= 0; at--) {
    const run = runs[at] as { start: number; end: number };
    partner[at] = nextOfWidth.get(run.end - run.start) ?? -1;
    nextOfWidth.set(run.end - run.start, at);
  }
  const spans = new Map<number, number>();
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at] as { start: number; end: number };
    let slashes = 0;
    while (source.charCodeAt(run.start - 1 - slashes) === 0x5c) slashes++;
    const close = partner[at] as number;
    if (close < 0 || slashes % 2 === 1) continue;
    spans.set(run.start, (runs[close] as { end: number }).end);
    at = close;
  }
  return spans;
}

function findClosers(source: string, code: ReadonlyMap<number, number> | null): Int32Array | null {
  if (!source.includes('](')) return null;
  const closers = new Int32Array(source.length).fill(-1);
  const brackets: number[] = [];
  const parens: number[] = [];
  for (let at = 0; at < source.length; at++) {
    switch (source.charCodeAt(at)) {
      case 0x60: {
        const end = code?.get(at);
        if (end !== undefined) at = end - 1;
        break;
      }
      case 0x5b:
        brackets.push(at);
        break;
      case 0x5d: {
        const open = brackets.pop();
        if (open !== undefined) closers[open] = at;
        break;
      }
      case 0x28:
        parens.push(at);
        break;
      case 0x29: {
        const open = parens.pop();
        if (open !== undefined) closers[open] = at;
        break;
      }
    }
  }
  return closers;
}

export function scanSource(source: string, state: RenderState, isLabel: boolean): Scan {
  const code = findCode(source);
  return {
    code,
    closers: isLabel ? null : findClosers(source, code),
    autos: isLabel ? NO_AUTOS : mergeSpans(findAddresses(source), state.linkified),
    nextAuto: 0,
    isLabel,
  };
}
