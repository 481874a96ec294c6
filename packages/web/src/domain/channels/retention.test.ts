import { describe, expect, it } from 'bun:test';
import { FOREVER } from '@stoa/contract';
import { deletesMore } from './retention.ts';

describe('retention', () => {
  it('[WB1056] deletes more with fewer days, whoever set them', () => {
    expect(deletesMore(FOREVER, 30)).toBe(true);
    expect(deletesMore(60, 30)).toBe(true);
    expect(deletesMore(FOREVER, null, 30)).toBe(true);
    expect(deletesMore(null, 7, 30)).toBe(true);
  });

  it('[WB1056] deletes no more when messages are kept longer', () => {
    expect(deletesMore(30, FOREVER)).toBe(false);
    expect(deletesMore(30, 60)).toBe(false);
    expect(deletesMore(30, 30)).toBe(false);
    expect(deletesMore(FOREVER, null, FOREVER)).toBe(false);
    expect(deletesMore(7, null, 30)).toBe(false);
    expect(deletesMore(null, FOREVER, 30)).toBe(false);
  });
});
