import { expect, it } from 'bun:test';
import { withoutPassword } from './postgres-address.ts';

const ADDRESSES = [
  ['postgres://stoa:hunter2@db:5432/stoa', 'postgres://stoa:***@db:5432/stoa'],
  ['postgresql://stoa:hun/ter2@db/stoa', 'postgresql://stoa:***@db/stoa'],
  ['postgres://stoa:hun@ter2@db/stoa', 'postgres://stoa:***@db/stoa'],
  ['postgres://stoa:hun?ter#2@one,two/stoa', 'postgres://stoa:***@one,two/stoa'],
  ['postgres://stoa@db/stoa?sslmode=require&password=hunter2', 'postgres://stoa@db/stoa?sslmode=require&password=***'],
  ['postgres://db/stoa?PASSWORD=hunter2&x=1', 'postgres://db/stoa?PASSWORD=***&x=1'],
  ['stoa:hunter2@db', 'stoa:***@db'],
  ['postgres://db:5432/stoa', 'postgres://db:5432/stoa'],
] as const;

it('[DB60] an address is shown without its password', () => {
  for (const [url, shown] of ADDRESSES) expect(withoutPassword(url)).toBe(shown);
});
