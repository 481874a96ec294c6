// The endpoints of an organization as a whole: its settings, doors, words and files.
import { createBigBlueButtonCall, createNextcloudTalkCall, createZoomCall } from '../calls/calls.ts';
import { deactivateCustomEmoji, getCustomEmoji, uploadCustomEmoji } from '../emoji/emoji.ts';
import { deleteRealmExport, exportRealm, getExportConsents, getRealmExports } from '../exports/exports.ts';
import {
  createMultiuseInvite,
  getInvites,
  resendInvite,
  revokeInvite,
  revokeMultiuseInvite,
  sendInvites,
} from '../invites/invites.ts';
import { testWelcomeMessage } from '../invites/welcome.endpoints.ts';
import {
  addLinkifier,
  getLinkifiers,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
} from '../linkifiers/linkifiers.ts';
import { addPlayground, removePlayground } from '../playgrounds/playgrounds.ts';
import { deactivateRealm } from '../realm/deactivation.ts';
import {
  createConstructorGroupsCall,
  getMessagesSummary,
  registerRemotePushDevice,
} from '../realm/outside-services.ts';
import { updateRealm } from '../realm/realm.endpoints.ts';
import { createRealmDomain, deleteRealmDomain, getRealmDomains, updateRealmDomain } from '../realm/realm-domains.ts';
import { getServerSettings } from '../realm/server-settings.ts';
import { deleteRealmIcon, deleteRealmLogo, uploadRealmIcon, uploadRealmLogo } from '../realm-icons/realm-icons.ts';
import { reportMessage } from '../reports/reports.ts';

export const organizationEndpoints = {
  getServerSettings,
  updateRealm,
  getRealmDomains,
  createRealmDomain,
  updateRealmDomain,
  deleteRealmDomain,
  getInvites,
  sendInvites,
  createMultiuseInvite,
  revokeInvite,
  revokeMultiuseInvite,
  resendInvite,
  reportMessage,
  testWelcomeMessage,
  getLinkifiers,
  addLinkifier,
  updateLinkifier,
  removeLinkifier,
  reorderLinkifiers,
  addPlayground,
  removePlayground,
  uploadRealmIcon,
  deleteRealmIcon,
  uploadRealmLogo,
  deleteRealmLogo,
  deactivateRealm,
  getRealmExports,
  exportRealm,
  deleteRealmExport,
  getExportConsents,
  createBigBlueButtonCall,
  createZoomCall,
  createConstructorGroupsCall,
  createNextcloudTalkCall,
  getMessagesSummary,
  registerRemotePushDevice,
  getCustomEmoji,
  uploadCustomEmoji,
  deactivateCustomEmoji,
};
