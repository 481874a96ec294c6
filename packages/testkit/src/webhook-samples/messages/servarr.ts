// Payloads of Sonarr, Radarr and Lidarr, with the fields that the formats read.

const OWN = {
  ApplicationUpdate: { eventType: 'ApplicationUpdate', previousVersion: '4.2.0', newVersion: '4.2.1' },
  'ApplicationUpdate with little else': { eventType: 'ApplicationUpdate', newVersion: '4.2.1' },
  'Health with little else': { eventType: 'Health' },
  Health: {
    eventType: 'Health',
    level: 'warning',
    message: 'No client is available',
    wikiUrl: 'https://wiki.example/h',
  },
  HealthRestored: { eventType: 'HealthRestored', level: 'warning', message: 'No client is available' },
  Test: { eventType: 'Test' },
};
const WAITING = {
  eventType: 'ManualInteractionRequired',
  downloadInfo: { title: 'Pumps.S01E02.720p' },
  downloadStatusMessages: [{ title: 'Pumps', messages: ['Not an upgrade', 'No files found'] }],
};

const series = { id: 7, title: 'Pumps' };
const pilot = { seasonNumber: 1, episodeNumber: 1, title: 'Pilot' };
const second = { seasonNumber: 1, episodeNumber: 2, title: 'Hot' };
const episode = { series, episodes: [second], episodeFile: { quality: 'HDTV-720p' } };
const upgrade = { isUpgrade: true, deletedFiles: [{ quality: 'SDTV' }] };

export const SONARR = {
  ...OWN,
  Download: { ...episode, eventType: 'Download', isUpgrade: false },
  'Download upgrade': { ...episode, eventType: 'Download', ...upgrade },
  'Download without episodes': { eventType: 'Download', series, episodes: [] },
  'Download several': { ...episode, eventType: 'Download', episodes: [pilot, second] },
  EpisodeFileDelete: { ...episode, eventType: 'EpisodeFileDelete', deleteReason: 'manual' },
  'EpisodeFileDelete upgrade': { ...episode, eventType: 'EpisodeFileDelete', deleteReason: 'upgrade' },
  Grab: { ...episode, eventType: 'Grab' },
  ManualInteractionRequired: { ...WAITING, series },
  'ManualInteractionRequired unnamed': { eventType: 'ManualInteractionRequired', series },
  Rename: { eventType: 'Rename', series },
  SeriesAdd: { eventType: 'SeriesAdd', series },
  SeriesDelete: { eventType: 'SeriesDelete', series, deletedFiles: true },
};

const movie = { movie: { id: 7, title: 'The Pump' }, movieFile: { quality: 'Bluray-1080p' } };

export const RADARR = {
  ...OWN,
  Download: { ...movie, eventType: 'Download', isUpgrade: false },
  'Download upgrade': { ...movie, eventType: 'Download', ...upgrade },
  Grab: { ...movie, eventType: 'Grab' },
  ManualInteractionRequired: { ...WAITING, ...movie },
  MovieAdded: { ...movie, eventType: 'MovieAdded' },
  MovieDelete: { ...movie, eventType: 'MovieDelete', deletedFiles: true },
  'MovieDelete without files': { ...movie, eventType: 'MovieDelete', deletedFiles: false },
  MovieFileDelete: { ...movie, eventType: 'MovieFileDelete', deleteReason: 'missingFromDisk' },
  'MovieFileDelete of old version': {
    ...movie,
    eventType: 'MovieFileDelete',
    movieFile: { quality: { quality: { name: 'SDTV' } } },
    deleteReason: 'none',
  },
  Rename: { ...movie, eventType: 'Rename' },
};

const artist = { id: 7, name: 'The Pumps' };
const album = { title: 'Hot' };
const tracks = Array.from({ length: 22 }, (_, at) => ({ title: `Song ${at + 1}` }));

export const LIDARR = {
  ...OWN,
  AlbumDelete: { eventType: 'AlbumDelete', artist, album, deletedFiles: true },
  ArtistAdd: { eventType: 'ArtistAdd', artist },
  ArtistDelete: { eventType: 'ArtistDelete', artist, deletedFiles: false },
  Download: { eventType: 'Download', artist, tracks, isUpgrade: false },
  'Download upgrade': { eventType: 'Download', artist, tracks: tracks.slice(0, 2), isUpgrade: true },
  'Download without tracks': { eventType: 'Download', artist, tracks: null, isUpgrade: null },
  DownloadFailure: { eventType: 'DownloadFailure', releaseTitle: 'The Pumps - Hot - 1983' },
  Grab: { eventType: 'Grab', artist, albums: [album] },
  'Grab without albums': { eventType: 'Grab', artist },
  'Grab several': { eventType: 'Grab', artist, albums: [album, { title: 'Cold' }] },
  ImportFailure: { eventType: 'ImportFailure', artist, tracks: tracks.slice(0, 2) },
  'ImportFailure of release': { eventType: 'ImportFailure', artist, releaseTitle: 'The Pumps - Hot - 1983' },
  Rename: { eventType: 'Rename', artist },
  Retag: { eventType: 'Retag', artist },
};
