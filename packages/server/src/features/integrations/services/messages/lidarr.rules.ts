// Lidarr: https://wiki.servarr.com/lidarr/settings#connections. Pure.
import { z } from 'zod';
import { inline } from '../../markdown.rules.ts';
import { items, maybe, text } from '../../payload.rules.ts';
import { bulleted, type Library, libraryFormat, Upgrade, withFiles } from './servarr.rules.ts';

const Titled = z.looseObject({ title: text });
const Artist = z.looseObject({ artist: z.looseObject({ name: text }) });
const Grab = z.looseObject({ albums: items(Titled) });
const Import = Upgrade.extend({ tracks: items(Titled) });
const Failure = z.looseObject({ releaseTitle: maybe, tracks: items(Titled) });
const Album = z.looseObject({ album: Titled });

const FAILED_DOWNLOAD = 'Lidarr - Download failure';

function grabbed(payload: unknown, artist: string): string {
  const names = Grab.parse(payload).albums.map(({ title }) => title);
  if (names.length === 0) return `An album by ${inline(artist)} has been grabbed.`;
  return names.length === 1
    ? `The album ${inline(names[0]!)} by ${inline(artist)} has been grabbed.`
    : `The following albums by ${inline(artist)} have been grabbed:\n${bulleted(names)}`;
}

function imported(payload: unknown, artist: string): string {
  const { tracks, isUpgrade } = Import.parse(payload);
  const did = `by ${inline(artist)} have been imported${isUpgrade ? ' due to upgrade' : ''}`;
  return tracks.length === 0
    ? `Tracks ${did}.`
    : `The following tracks ${did}:\n${bulleted(tracks.map(({ title }) => title))}`;
}

function failed(payload: unknown, artist: string): string {
  const { tracks, releaseTitle } = Failure.parse(payload);
  if (tracks.length > 0)
    return `The following tracks by ${inline(artist)} could not be imported:\n${bulleted(tracks.map(({ title }) => title))}`;
  return `${releaseTitle ? `The release ${inline(releaseTitle)}` : 'A release'} by ${inline(artist)} could not be imported.`;
}

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
