// The part of the test kit that knows no slice, for tests of the server's kit, which must not depend on slices.
export * from './deep-difference.ts';
export * from './feed-stage.ts';
export * from './open-test-store.ts';
export * from './raw-request.ts';
export * from './seeded-random.ts';
export * from './test-clock.ts';
export * from './test-database.ts';
export * from './write-schema.ts';
