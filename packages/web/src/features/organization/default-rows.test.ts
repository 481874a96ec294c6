import { describe, expect, it } from 'bun:test';
import { defaultableSettings } from '@stoa/contract';
import { NOTIFICATION_TABLE, WITHOUT_ROW } from '../settings/setting-rows.ts';
import { DEFAULTS, NOTIFICATION_DEFAULTS } from './default-rows.ts';

describe('the defaults of new accounts', () => {
  it('[WB41] have a row for each setting that an organization can choose, except invisible ones', () => {
    const rows = [...DEFAULTS, ...NOTIFICATION_DEFAULTS].flatMap((group) => group.rows.map(({ key }) => key as string));
    const ways = NOTIFICATION_TABLE.flatMap(({ keys }) => Object.values(keys));
    const unseen = Object.keys(WITHOUT_ROW).filter((key) => key in defaultableSettings);
    expect([...rows, ...ways, ...unseen].toSorted()).toEqual(Object.keys(defaultableSettings).toSorted());
  });
});
