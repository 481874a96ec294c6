// Radarr: https://wiki.servarr.com/radarr/settings#connections. Pure.
import { z } from 'zod';
import { inline } from '../../markdown.rules.ts';
import { type Library, libraryFormat, maybe, Quality, replacedQuality, Upgrade, waiting } from './servarr.rules.ts';

const Payload = Upgrade.extend({
  movie: z.looseObject({ title: z.string() }),
  movieFile: z.looseObject({ quality: Quality.nullish() }).nullish(),
  deleteReason: maybe,
});

/** Why a file was deleted, where the program says. */
const REASONS: Readonly<Record<string, string>> = {
  manual: 'it was deleted manually',
  manualOverride: 'it was replaced manually',
  missingFromDisk: 'it is missing from disk',
  noLinkedEpisodes: 'no movie is linked to it',
  upgrade: 'an upgraded version exists',
};

function imported(payload: unknown, title: string): string {
  const read = Payload.parse(payload);
  const from = replacedQuality(read);
  const to = read.movieFile?.quality;
  const did = from === null ? 'imported' : from && to ? `upgraded from ${inline(from)} to ${inline(to)}` : 'upgraded';
  return `The movie ${inline(title)} has been ${did}.`;
}

function deleted(payload: unknown, title: string): string {
  const { deletedFiles } = Payload.parse(payload);
  return `The movie ${inline(title)} was deleted; its files were ${deletedFiles === true ? 'also' : 'not'} deleted.`;
}

function fileDeleted(payload: unknown, title: string): string {
  const { movieFile, deleteReason } = Payload.parse(payload);
  const file = movieFile?.quality ? `A file with quality ${inline(movieFile.quality)}` : 'A file';
  const known = deleteReason != null && Object.hasOwn(REASONS, deleteReason);
  return `${file} for the movie ${inline(title)} was deleted${known ? ` because ${REASONS[deleteReason]}` : ''}.`;
}

const EVENTS: Library['events'] = {
  Download: imported,
  Grab: (_, title) => `The movie ${inline(title)} has been grabbed.`,
  ManualInteractionRequired: waiting,
  MovieAdded: (_, title) => `The movie ${inline(title)} has been added to the library.`,
  MovieDelete: deleted,
  MovieFileDelete: fileDeleted,
  Rename: (_, title) => `The movie ${inline(title)} has been renamed.`,
};

export const radarr = libraryFormat({
  name: 'Radarr',
  titleOf: (payload) => Payload.parse(payload).movie.title,
  events: EVENTS,
});
