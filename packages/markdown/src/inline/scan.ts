// Tables about an inline source, built before it is parsed: code spans, matching brackets, addresses. Each is built
// once in linear time, so that no rule searches ahead from every position.
import type { CodeSpan, RenderState, Scan } from '../render-state.ts';
import { type AutoSpan, findAddresses, mergeSpans } from './autolink.ts';

const NO_AUTOS: readonly AutoSpan[] = [];

/**
 * [MD40] Code spans by their start. [MD803] A run of backticks opens with as many as the longest later run has that is
 * not longer, and without its first if a backslash precedes it.
 */
function findCode(source: string): ReadonlyMap<number, CodeSpan> | null {
  if (!source.includes('`')) return null;
  const runs: { start: number; end: number }[] = [];
  for (let at = source.indexOf('`'); at >= 0; ) {
    let end = at + 1;
    while (source.charCodeAt(end) === 0x60) end++;
    runs.push({ start: at, end });
    at = source.indexOf('`', end);
  }
  const nextOfWidth = new Map<number, number>();
  const partners: { close: number; width: number }[] = [];
  for (let at = runs.length - 1; at >= 0; at--) {
    const { start, end } = runs[at] as { start: number; end: number };
    let width = end - start - (slashesBefore(source, start) % 2);
    while (width > 0 && !nextOfWidth.has(width)) width--;
    partners[at] = { close: nextOfWidth.get(width) ?? -1, width };
    nextOfWidth.set(end - start, at);
  }
  const spans = new Map<number, CodeSpan>();
  for (let at = 0; at < runs.length; at++) {
    const { start } = runs[at] as { start: number };
    const { close, width } = partners[at] as { close: number; width: number };
    if (close < 0) continue;
    const { end } = runs[close] as { end: number };
    spans.set(start + (slashesBefore(source, start) % 2), { end, width });
    at = close;
  }
  return spans;
}

/** The number of backslashes directly before a position. */
export function slashesBefore(source: string, at: number): number {
  let start = at;
  while (source.charCodeAt(start - 1) === 0x5c) start--;
  return at - start;
}

function findClosers(source: string, code: ReadonlyMap<number, CodeSpan> | null): Int32Array | null {
  if (!source.includes('](')) return null;
  const closers = new Int32Array(source.length).fill(-1);
  const brackets: number[] = [];
  const parens: number[] = [];
  for (let at = 0; at < source.length; at++) {
    switch (source.charCodeAt(at)) {
      case 0x60: {
        const span = code?.get(at);
        if (span) at = span.end - 1;
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
