// A successful call for each endpoint of realm-icons.
import type { realmIconsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const realmIconsSamples: Samples<typeof realmIconsContract> = {
  uploadRealmIcon: () => ({}),
  deleteRealmIcon: () => ({}),
  uploadRealmLogo: () => ({ night: true }),
  deleteRealmLogo: () => ({ night: true }),
};
