// What tests start from: a real server, a cast of accounts, and the check that events and state agree.
export * from './cast.ts';
export * from './fake-bouncer.ts';
export * from './fake-mail.ts';
export * from './fake-s3.ts';
export * from './fake-web-push.ts';
export * from './kit.ts';
export * from './mobile-client.ts';
export * from './pictures.ts';
export * from './refusal.ts';
export * from './samples/stage.ts';
export * from './samples.ts';
export * from './signed-token.ts';
export * from './spawn-server.ts';
export * from './start-empty-server.ts';
export * from './start-server.ts';
export * from './verify-events.ts';
export * from './wire.ts';
