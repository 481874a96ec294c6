// The typed client of the API, for browsers and servers alike.
export * from './client.ts';
export * from './failure.ts';
export * from './feed.ts';
