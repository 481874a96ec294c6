// Sonarr: https://wiki.servarr.com/sonarr/settings#connections. Pure.
import { z } from 'zod';
import { inline } from '../../markdown.rules.ts';
import { items, maybe, text } from '../../payload.rules.ts';
import {
  bulleted,
  type Library,
  libraryFormat,
  MediaFile,
  replacedQuality,
  Upgrade,
  waiting,
} from './servarr.rules.ts';

const Payload = z.looseObject({ series: z.looseObject({ title: text }) });
const Episode = z.looseObject({ seasonNumber: text, episodeNumber: text, title: maybe });
const Episodes = Upgrade.extend({
  episodes: items(Episode),
  episodeFile: MediaFile,
  deleteReason: maybe,
});
type Episodes = z.output<typeof Episodes>;

const nameOf = ({ seasonNumber, episodeNumber, title }: z.output<typeof Episode>): string =>
  `${seasonNumber}x${episodeNumber}${title ? ` - ${title}` : ''}`;

/** One episode in a sentence, several as a list. */
function episodes(series: string, { episodes }: Episodes, did: string): string {
  const names = episodes.map(nameOf);
  if (names.length === 0) return `Episodes of ${inline(series)} have been ${did}.`;
  return names.length === 1
    ? `${inline(`${series} - ${names[0]}`)} has been ${did}.`
    : `The following episodes of ${inline(series)} have been ${did}:\n${bulleted(names)}`;
}

function imported(payload: unknown, series: string): string {
  const read = Episodes.parse(payload);
  const from = replacedQuality(read);
  const to = read.episodeFile?.quality;
  if (from === null) return episodes(series, read, 'imported');
  return episodes(series, read, from && to ? `upgraded from ${inline(from)} to ${inline(to)}` : 'upgraded');
}

function fileDeleted(payload: unknown, series: string): string {
  const read = Episodes.parse(payload);
  return episodes(series, read, read.deleteReason === 'upgrade' ? 'deleted due to quality upgrade' : 'deleted');
}

const EVENTS: Library['events'] = {
  Download: imported,
  EpisodeFileDelete: fileDeleted,
  Grab: (payload, series) => episodes(series, Episodes.parse(payload), 'grabbed'),
  ManualInteractionRequired: waiting,
  Rename: (_, series) => `${inline(series)} episodes have been renamed.`,
  SeriesAdd: (_, series) => `${inline(series)} has been added to the library.`,
  SeriesDelete: (_, series) => `${inline(series)} has been deleted.`,
};

export const sonarr = libraryFormat({
  name: 'Sonarr',
  titleOf: (payload) => Payload.parse(payload).series.title,
  events: EVENTS,
});
