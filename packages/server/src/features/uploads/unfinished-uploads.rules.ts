// The URL of resumable uploads, and the directory of their parts. Pure.

export const TUS_PATH = '/api/v1/tus';
/** Below the data directory. */
export const UNFINISHED = 'unfinished-uploads';
