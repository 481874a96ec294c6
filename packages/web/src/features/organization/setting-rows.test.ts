// Every setting that the organization can be given has a row, once, or a reason to have none.
import { describe, expect, it } from 'bun:test';
import { REALM_PERMISSIONS, RealmChanges } from '@stoa/contract';
import '../../base/text/all-texts.ts';
import { en } from '../../base/text/languages/en.ts';
import { fill } from '../../base/text/text.ts';
import { ALL_GROUPS, mayChange, offeredGroups, PROFILE_TEXTS, rowLabel, textsOf, WITHOUT_ROW } from './setting-rows.ts';

const rows = ALL_GROUPS.flatMap((group) => group.rows);

import { findRows } from '../settings/find-rows.ts';

describe('the settings of the organization', () => {
  it('[WB41] have a row each, or a reason to have none', () => {
    const shown = [...rows.map(({ name }) => name), ...PROFILE_TEXTS, ...Object.keys(WITHOUT_ROW)];
    expect(shown.toSorted()).toEqual(Object.keys(RealmChanges.shape).toSorted());
  });

  it('[WB41] have a name each, and offer what the server accepts', () => {
    const names = new Set(rows.map(({ name }) => en[rowLabel(name)]));
    expect(names.size).toBe(rows.length);
    for (const row of rows) {
      if (row.kind === 'permission') expect(Object.keys(REALM_PERMISSIONS)).toContain(row.name);
      if (row.kind !== 'choice') continue;
      const schema = RealmChanges.shape[row.name].unwrap();
      const offered: unknown[] = row.choices.map(([value]) => value);
      const accepted =
        'minValue' in schema
          ? Array.from({ length: schema.maxValue! - schema.minValue! + 1 }, (_, at) => schema.minValue! + at)
          : [...('values' in schema ? schema.values : schema.options)];
      expect(offered.toSorted()).toEqual(accepted.toSorted());
    }
  });

  it('[WB41] are found by the beginnings of words, with the choices they offer', () => {
    const find = (query: string) =>
      findRows(ALL_GROUPS, textsOf, query, (key) => fill(en[key], {}, () => 'other', 'en')).flatMap((group) =>
        group.rows.map(({ name }) => name),
      );
    expect(find('jits')).toEqual(['jitsi_server_url']);
    expect(find('tention')).toEqual([]);
    expect(find('keep')).toEqual(['message_retention_days']);
    expect(find('nonprofit registered')).toEqual(['org_type']);
    expect(find('inviting people')).toEqual(['can_invite_users_group', 'create_multiuse_invite_group']);
  });

  it('[WB1040] offer digests only where the server sends mail', () => {
    const titles = (settings_send_digest_emails: boolean) =>
      offeredGroups(ALL_GROUPS, { settings_send_digest_emails }).map(({ title }) => title);
    expect(titles(true)).toEqual(ALL_GROUPS.map(({ title }) => title));
    expect(titles(false)).toEqual(titles(true).filter((title) => title !== 'org_group_digests'));
  });

  it('[WB42] are for administrators, and some for owners only', () => {
    const [owner, administrator, member] = [
      { is_admin: true, is_owner: true },
      { is_admin: true, is_owner: false },
      { is_admin: false, is_owner: false },
    ] as const;
    for (const name of ['invite_required', 'can_manage_all_groups', 'message_retention_days']) {
      expect(mayChange(owner, name)).toBe('yes');
      expect(mayChange(administrator, name)).toBe('owners');
      expect(mayChange(member, name)).toBe('administrators');
    }
    expect(mayChange(administrator, 'name')).toBe('yes');
    expect(mayChange(administrator, 'can_create_bots_group')).toBe('yes');
  });
});
