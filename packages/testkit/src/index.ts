// What tests start from: a real server, a cast of accounts, and the check that events and state agree.
export * from './cast.ts';
export * from './kit.ts';
export * from './samples.ts';
export * from './spawn-server.ts';
export * from './start-server.ts';
export * from './verify-events.ts';
export * from './wire.ts';
