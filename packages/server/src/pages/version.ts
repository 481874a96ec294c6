// The version of this server, as its package has it.
import server from '../../package.json' with { type: 'json' };

export const VERSION: string = server.version;
