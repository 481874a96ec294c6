// The version of the server, from its package.json.
import server from '../../package.json' with { type: 'json' };

export const VERSION: string = server.version;
