// Papertrail: https://www.papertrail.com/help/web-hooks/. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, inline, link, paragraphs, quote } from '../../markdown.rules.ts';
import { maybe, shown } from './report.rules.ts';

const Search = z.looseObject({ name: z.string(), query: maybe, html_search_url: maybe });
const Events = z.looseObject({
  events: z.array(
    z.looseObject({
      message: maybe,
      source_name: maybe,
      hostname: maybe,
      program: maybe,
      display_received_at: maybe,
    }),
  ),
  saved_search: Search,
});
/** Searches that only count their matches. */
const Counts = z.looseObject({
  counts: z.array(z.looseObject({ source_name: maybe, timeseries: z.record(z.string(), z.number()).nullish() })),
  saved_search: Search,
});

const EVENTS_SHOWN = 4;
const SOURCES_SHOWN = 20;

interface Found {
  readonly search: z.output<typeof Search>;
  readonly count: number;
  readonly shown_items: readonly string[];
  readonly is_cut: boolean;
}

function eventsFound(payload: unknown): Found {
  const { events, saved_search: search } = Events.parse(payload);
  const shown_items = events.slice(0, EVENTS_SHOWN).map((event) => {
    const origin = [event.display_received_at, event.source_name || event.hostname, search.query || event.program];
    const about = origin.map((part) => shown(part)).filter((part) => part !== '');
    return [about.length > 0 ? `${about.join(' - ')}:` : '', quote(event.message)].filter((part) => part).join('\n');
  });
  return { search, count: events.length, shown_items, is_cut: events.length > EVENTS_SHOWN };
}

function countsFound(payload: unknown): Found {
  const { counts, saved_search: search } = Counts.parse(payload);
  const sums = counts.map(({ source_name, timeseries }) => ({
    source: bold(source_name ?? '') || 'A source',
    count: Object.values(timeseries ?? {}).reduce((sum, count) => sum + count, 0),
  }));
  const lines = sums.slice(0, SOURCES_SHOWN).map(({ source, count }) => `* ${source}: ${count}`);
  return {
    search,
    count: sums.reduce((sum, { count }) => sum + count, 0),
    shown_items: [lines.join('\n')],
    is_cut: sums.length > SOURCES_SHOWN,
  };
}

const hasCounts = (payload: unknown): boolean =>
  typeof payload === 'object' &&
  payload !== null &&
  Object.hasOwn(payload, 'counts') &&
  !Object.hasOwn(payload, 'events');

export const papertrail: PayloadFormat = ({ payload }) => {
  const { search, count, shown_items, is_cut } = hasCounts(payload) ? countsFound(payload) : eventsFound(payload);
  const name = link(`Search for "${inline(search.name)}"`, search.html_search_url);
  return {
    topic: 'logs',
    content: paragraphs(
      `${name} found **${count}** ${count === 1 ? 'match' : 'matches'}${count > 0 ? ':' : '.'}`,
      ...shown_items,
      is_cut ? link('See more', search.html_search_url) : '',
    ),
    event: null,
  };
};
