// Highlights search matches in rendered HTML, without splitting tags, and in topics. Pure; the same for both engines.
import type { SearchQuery } from './query.rules.ts';
import { SearchedText } from './searched-text.rules.ts';
import { type VisibleRun, visibleText } from './visible-text.rules.ts';

const OPEN = '<span class="highlight">';
const CLOSE = '</span>';
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

type TextRange = readonly [from: number, to: number];

function placesIn(text: string, query: SearchQuery): TextRange[] {
  if (query.wanted.length === 0) return [];
  const source = new SearchedText(text);
  const found = query.wanted.flatMap((term) => source.find(term)).sort((a, b) => a[0] - b[0]);
  const places: [number, number][] = [];
  for (const [from, to] of found) {
    const last = places.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else places.push([from, to]);
  }
  return places;
}

/** The rendered content with matches in spans, placed inside the existing tags. [SE9] */
export function highlightContent(html: string, query: SearchQuery): string {
  const { text, runs } = visibleText(html);
  const places = placesIn(text, query);
  if (places.length === 0) return html;
  let marked = '';
  let copied = 0;
  let next = 0;
  for (const run of runs) {
    while (next < places.length && places[next]![1] <= run.start) next++;
    for (let at = next; at < places.length && places[at]![0] < run.end; at++) {
      const [from, to] = inHtml(run, places[at]!);
      marked += `${html.slice(copied, from)}${OPEN}${html.slice(from, to)}${CLOSE}`;
      copied = to;
    }
  }
  return marked + html.slice(copied);
}

/** The part of a match within one run. An entity is highlighted whole. */
function inHtml({ start, end, from, to }: VisibleRun, place: TextRange): TextRange {
  if (to - from !== end - start) return [from, to];
  return [from + Math.max(place[0] - start, 0), from + Math.min(place[1], end) - start];
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** The topic as HTML. */
export function highlightTopic(topic: string, query: SearchQuery): string {
  let marked = '';
  let copied = 0;
  for (const [from, to] of placesIn(topic, query)) {
    marked += `${escapeHtml(topic.slice(copied, from))}${OPEN}${escapeHtml(topic.slice(from, to))}${CLOSE}`;
    copied = to;
  }
  return marked + escapeHtml(topic.slice(copied));
}
