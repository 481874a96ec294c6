// Lidarr: https://wiki.servarr.com/lidarr/settings#connections. Pure.
import { z } from 'zod';
import { inline } from '../../markdown.rules.ts';
import { type Library, libraryFormat, listed, maybe, Upgrade } from './servarr.rules.ts';

const Titled = z.looseObject({ title: z.string() });
const Artist = z.looseObject({ artist: z.looseObject({ name: z.string() }) });
const Grab = z.looseObject({ albums: z.array(Titled).min(1) });
const Import = Upgrade.extend({ tracks: z.array(Titled).min(1) });
const Failure = z.looseObject({ releaseTitle: maybe, tracks: z.array(Titled).nullish() });
const Album = Upgrade.extend({ album: Titled });

const FAILED_DOWNLOAD = 'Lidarr - Download failure';

function grabbed(payload: unknown, artist: string): string {
  const names = Grab.parse(payload).albums.map(({ title }) => title);
  return names.length === 1
    ? `The album ${inline(names[0]!)} by ${inline(artist)} has been grabbed.`
    : `The following albums by ${inline(artist)} have been grabbed:\n${listed(names)}`;
}

function imported(payload: unknown, artist: string): string {
  const { tracks, isUpgrade } = Import.parse(payload);
  const summary = `The following tracks by ${inline(artist)} have been imported${isUpgrade ? ' due to upgrade' : ''}:`;
  return `${summary}\n${listed(tracks.map(({ title }) => title))}`;
}

function failed(payload: unknown, artist: string): string {
  const { tracks, releaseTitle } = Failure.parse(payload);
  if (tracks?.length)
    return `The following tracks by ${inline(artist)} could not be imported:\n${listed(tracks.map(({ title }) => title))}`;
  return `${releaseTitle ? `The release ${inline(releaseTitle)}` : 'A release'} by ${inline(artist)} could not be imported.`;
}

/** Whether a deletion included the files. */
const withFiles = (payload: unknown): string =>
  `its files were ${Upgrade.parse(payload).deletedFiles === true ? 'also' : 'not'} deleted`;

const EVENTS: Library['events'] = {
  AlbumDelete: (payload, artist) =>
    `The album ${inline(Album.parse(payload).album.title)} by ${inline(artist)} was deleted; ${withFiles(payload)}.`,
  ArtistAdd: (_, artist) => `The artist ${inline(artist)} has been added to the library.`,
  ArtistDelete: (payload, artist) => `The artist ${inline(artist)} was deleted; ${withFiles(payload)}.`,
  Download: imported,
  DownloadFailure: (payload) =>
    `The download of ${inline(Failure.parse(payload).releaseTitle || 'a release')} has failed.`,
  Grab: grabbed,
  ImportFailure: failed,
  Rename: (_, artist) => `${inline(artist)} tracks have been renamed.`,
  Retag: (_, artist) => `${inline(artist)} tracks have been retagged.`,
};

/** Failed downloads are the only event without an artist. */
function titleOf(payload: unknown): string {
  const is_failed = z.looseObject({ eventType: z.literal('DownloadFailure') }).safeParse(payload).success;
  return is_failed ? FAILED_DOWNLOAD : Artist.parse(payload).artist.name;
}

export const lidarr = libraryFormat({ name: 'Lidarr', titleOf, events: EVENTS });
