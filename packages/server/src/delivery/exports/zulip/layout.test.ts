// Data that an export in the reference server's layout loses, and the page that lists it.
import { expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import {
  CHANNEL_PERMISSION_SETTINGS,
  GROUP_PERMISSION_SETTINGS,
  REALM_PERMISSION_NAMES,
  REALM_SETTINGS as SETTINGS_HERE,
  userSettings,
} from '@stoa/contract';
import {
  CHANNEL_GROUPS,
  GROUP_GROUPS,
  REALM_CHANNELS,
  REALM_GROUPS,
  REALM_SETTINGS,
  USER_SETTINGS,
} from './layout.rules.ts';

const PAGE = new URL('../../../../../../docs/operate/export.md', import.meta.url);
/** Exported under another name or in another form, or of this server: which services it has. */
const OTHERWISE = ['gif_rating_policy', 'message_edit_history_visibility_policy', ...Object.values(REALM_CHANNELS)];

it('[EX22] the page about exports names every setting and permission that is lost', () => {
  const page = readFileSync(PAGE, 'utf8');
  const here = [
    [Object.keys(CHANNEL_PERMISSION_SETTINGS), CHANNEL_GROUPS],
    [Object.keys(GROUP_PERMISSION_SETTINGS), GROUP_GROUPS],
    [REALM_PERMISSION_NAMES, REALM_GROUPS],
    [Object.keys(SETTINGS_HERE), [...REALM_SETTINGS, ...OTHERWISE]],
    [Object.keys(userSettings), USER_SETTINGS],
  ] as const;
  const lost = here.flatMap(([names, kept]) => names.filter((name) => !(kept as readonly string[]).includes(name)));
  expect(lost.length).toBeGreaterThan(10);
  expect(lost.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
