// Radarr: https://wiki.servarr.com/radarr/settings#connections. Pure.
import { z } from 'zod';
import { inline } from '../../markdown.rules.ts';
import { lookUp, maybe, text } from '../../payload.rules.ts';
import {
  type Library,
  libraryFormat,
  MediaFile,
  replacedQuality,
  Upgrade,
  waiting,
  withFiles,
} from './servarr.rules.ts';

const Payload = Upgrade.extend({
  movie: z.looseObject({ title: text }),
  movieFile: MediaFile,
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

function fileDeleted(payload: unknown, title: string): string {
  const { movieFile, deleteReason } = Payload.parse(payload);
  const file = movieFile?.quality ? `A file with quality ${inline(movieFile.quality)}` : 'A file';
  const reason = lookUp(REASONS, deleteReason);
  return `${file} for the movie ${inline(title)} was deleted${reason ? ` because ${reason}` : ''}.`;
}

const EVENTS: Library['events'] = {
  Download: imported,
  Grab: (_, title) => `The movie ${inline(title)} has been grabbed.`,
  ManualInteractionRequired: waiting,
  MovieAdded: (_, title) => `The movie ${inline(title)} has been added to the library.`,
  MovieDelete: (payload, title) => `The movie ${inline(title)} was deleted; ${withFiles(payload)}.`,
  MovieFileDelete: fileDeleted,
  Rename: (_, title) => `The movie ${inline(title)} has been renamed.`,
};

export const radarr = libraryFormat({
  name: 'Radarr',
  titleOf: (payload) => Payload.parse(payload).movie.title,
  events: EVENTS,
});
