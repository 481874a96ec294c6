// Archives of one person's data, and the erasure of accounts.
import { personalDataContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { openPersonalData } from './open-personal-data.ts';
import { findPersonalArchives } from './personal-data.queries.ts';
import { expirePersonalExports } from './personal-exports.actions.ts';

const EXPIRING_MS = 60 * 60_000;

export const personalDataSlice = defineSlice({
  contract: personalDataContract,
  stored_files: findPersonalArchives,
  tables: {
    personal_exports: {
      accounts: ['user_id', 'acting_user_id'],
      on_export: { none: 'it is about the archives themselves' },
      on_own_export: { none: 'it is about the archives themselves' },
      on_erasure: 'rows',
    },
    erasures: {
      accounts: ['user_id', 'acting_user_id'],
      on_export: { none: 'it says how far an erasure is' },
      on_own_export: { none: 'an erased account is not exported' },
      on_erasure: { none: 'it says that the account was erased' },
    },
  },
  open(services: Services) {
    const { store, clock, files, keys, personal_fields: fields, own_rows, erased_tables: tables } = services;
    const opened = openPersonalData({ store, clock, files, secret: keys.derive('files'), fields, own_rows, tables });
    const expire = () => expirePersonalExports(store, services.writer, clock.now());
    return {
      routes: opened.routes,
      raw: opened.raw,
      jobs: opened.jobs,
      periodic: [{ name: 'personal exports', every_ms: EXPIRING_MS, run: expire }],
      giveUp: opened.stop,
    };
  },
});
