// Papertrail: https://www.papertrail.com/help/web-hooks/. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, inline, link, paragraphs, quote } from '../../markdown.rules.ts';
import { count, hasFields, maybe, part, text } from '../../payload.rules.ts';
import { shown } from '../facts.rules.ts';

const Search = z.looseObject({ name: text, query: maybe, html_search_url: maybe });
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
  counts: z.array(z.looseObject({ source_name: maybe, timeseries: part(z.record(z.string(), count)) })),
  saved_search: Search,
});

const EVENTS_SHOWN = 4;
const SOURCES_SHOWN = 20;

interface Found {
  readonly search: z.output<typeof Search>;
  readonly found: number;
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
  return { search, found: events.length, shown_items, is_cut: events.length > EVENTS_SHOWN };
}

function countsFound(payload: unknown): Found {
  const { counts, saved_search: search } = Counts.parse(payload);
  const sums = counts.map(({ source_name, timeseries }) => ({
    source: bold(source_name ?? '') || 'A source',
    found: Object.values(timeseries ?? {}).reduce<number>((sum, matches) => sum + (matches ?? 0), 0),
  }));
  const lines = sums.slice(0, SOURCES_SHOWN).map(({ source, found }) => `* ${source}: ${found}`);
  return {
    search,
    found: sums.reduce((sum, { found }) => sum + found, 0),
    shown_items: [lines.join('\n')],
    is_cut: sums.length > SOURCES_SHOWN,
  };
}

export const papertrail: PayloadFormat = ({ payload }) => {
  const { search, found, shown_items, is_cut } =
    hasFields(payload, 'counts') && !hasFields(payload, 'events') ? countsFound(payload) : eventsFound(payload);
  const name = link(`Search for "${inline(search.name)}"`, search.html_search_url);
  return {
    topic: 'logs',
    content: paragraphs(
      `${name} found **${found}** ${found === 1 ? 'match' : 'matches'}${found > 0 ? ':' : '.'}`,
      ...shown_items,
      is_cut ? link('See more', search.html_search_url) : '',
    ),
    event: null,
  };
};
