// Where resumable uploads are sent, and where their parts wait. Pure.

export const TUS_PATH = '/api/v1/tus';
/** Below the data directory. */
export const UNFINISHED = 'unfinished-uploads';
