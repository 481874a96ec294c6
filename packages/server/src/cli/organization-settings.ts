// Settings of commands on one organization, and what those on one account explain.
import { storeSettings } from '../config/config.ts';
import { text, type Values } from '../config/setting.ts';

export const organizationSettings = {
  ...storeSettings,
  org: text({ value: 'HOST', summary: 'host name of the organization, if there are several' }),
};

export type OrganizationValues = Values<typeof organizationSettings>;

export const USER_NOTES =
  'USER is an email address or the id of an account. A running server applies the change at once.';
