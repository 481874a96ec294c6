// What tests start from: a real server, a cast of accounts, and the check that events and state agree.
export * from './cast.ts';
export * from './deep-difference.ts';
export * from './raw-request.ts';
export * from './seeded-random.ts';
export * from './spawn-server.ts';
export * from './start-server.ts';
export * from './test-clock.ts';
export * from './verify-events.ts';
