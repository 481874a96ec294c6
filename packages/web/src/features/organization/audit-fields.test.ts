// Entries of the audit log name fields and values as the forms do in which people set them.
import { describe, expect, it } from 'bun:test';
import { type AuditChange, type AuditKind, defaultableSettings, RealmChanges, TOKEN_SCOPES } from '@stoa/contract';
import type { State } from '../../model/state/state.ts';
import { WITHOUT_ROW as HIDDEN } from '../settings/setting-rows.ts';
import { shownChanges } from './audit-texts.ts';
import { WITHOUT_ROW } from './setting-rows.ts';

const state = { subscriptions: [], realm_users: [] } as unknown as State;
const shown = (kind: AuditKind, changes: readonly AuditChange[]) =>
  shownChanges(state, { kind, changes } as unknown as Parameters<typeof shownChanges>[1]);
const codes = (kind: AuditKind, fields: readonly string[]) =>
  shown(
    kind,
    fields.map((field) => ({ field, new: '' })),
  )
    .filter(({ is_code }) => is_code)
    .map(({ field }) => field);

describe('[WB960] fields of the audit log', () => {
  it('[WB960] have a name wherever a page of the client sets them', () => {
    expect(codes('organization_changed', Object.keys(RealmChanges.shape)).toSorted()).toEqual(
      Object.keys(WITHOUT_ROW).toSorted(),
    );
    const unseen = Object.keys(HIDDEN).filter((key) => key in defaultableSettings);
    for (const kind of ['organization_defaults_changed', 'account_settings_changed'] as const)
      expect(codes(kind, Object.keys(defaultableSettings)).toSorted()).toEqual(unseen.toSorted());
    expect(codes('access_token_created', ['scopes', 'expires_at'])).toEqual([]);
    expect(codes('playground_added', ['pygments_language', 'url_template'])).toEqual([]);
    const linkifier = ['pattern', 'url_template', 'example_input', 'reverse_template', 'alternative_url_templates'];
    expect(codes('linkifier_changed', linkifier)).toEqual([]);
    const field = ['name', 'hint', 'field_data', 'display_in_profile_summary', 'required', 'editable_by_user'];
    expect(codes('profile_field_changed', [...field, 'use_for_user_matching'])).toEqual([]);
  });

  it('[WB960] have the values that the settings offer, and dates instead of numbers', () => {
    const values = (kind: AuditKind, change: AuditChange) => {
      const [only] = shown(kind, [change]);
      return [only?.old, only?.new];
    };
    expect(values('access_token_created', { field: 'expires_at', new: 1_798_465_399 })).toEqual([
      null,
      'December 28, 2026',
    ]);
    for (const scope of TOKEN_SCOPES)
      expect(values('access_token_created', { field: 'scopes', new: [scope] })[1]).not.toBe(scope);
    const limit = { field: 'message_content_edit_limit_seconds', old: 600, new: null };
    expect(values('organization_changed', limit)).toEqual(['10 minutes', 'No limit']);
    expect(values('organization_changed', { field: 'org_type', new: 10 })).toEqual([null, 'Business']);
    const size = { field: 'web_font_size_px', old: 16, new: 18 };
    expect(values('organization_defaults_changed', size)).toEqual(['16 px', '18 px']);
    const scheme = { field: 'automatically_follow_topics_policy', old: 3, new: 4 };
    expect(values('account_settings_changed', scheme)).toEqual(['When I start the topic', 'Never']);
  });
});
