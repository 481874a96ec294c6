import { describe, expect, it } from 'bun:test';
import { defaultableSettings } from '@stoa/contract';
import { NOTIFICATION_TABLE, WITHOUT_ROW } from '../settings/setting-rows.ts';
import { DEFAULTS, NOTIFICATION_DEFAULTS } from './default-rows.ts';

describe('what new accounts start with', () => {
  it('[WB41] has a row for each setting that an organization can choose, but those that nobody sees', () => {
    const rows = [...DEFAULTS, ...NOTIFICATION_DEFAULTS].flatMap((group) => group.rows.map(({ key }) => key as string));
    const ways = NOTIFICATION_TABLE.flatMap(({ keys }) => Object.values(keys));
    const unseen = Object.keys(WITHOUT_ROW).filter((key) => key in defaultableSettings);
    expect([...rows, ...ways, ...unseen].toSorted()).toEqual(Object.keys(defaultableSettings).toSorted());
  });
});
