// All migrations, in order.

import type { Migration } from '../kit/database/migrate.ts';
import { spine } from './0001-spine.ts';
import { settings } from './0002-settings.ts';
import { personal } from './0003-personal.ts';
import { reactions } from './0004-reactions.ts';
import { profileFields } from './0005-profile-fields.ts';
import { groups } from './0007-groups.ts';
import { sending } from './0008-sending.ts';
import { readState } from './0009-read-state.ts';
import { search } from './0010-search.ts';
import { editing } from './0011-editing.ts';
import { attention } from './0012-attention.ts';
import { files } from './0013-files.ts';
import { invites } from './0014-invites.ts';
import { push } from './0015-push.ts';
import { jobs } from './0016-jobs.ts';
import { linkifiers } from './0017-linkifiers.ts';
import { scheduled } from './0018-scheduled.ts';
import { recentConversations } from './0019-recent-conversations.ts';
import { bots } from './0021-bots.ts';
import { missedMail } from './0022-missed-mail.ts';
import { idempotency } from './0023-idempotency.ts';
import { exports } from './0024-exports.ts';
import { revisions } from './0027-revisions.ts';
import { sessions } from './0028-sessions.ts';
import { setupAndWebPush } from './0029-setup-and-web-push.ts';
import { wordListing } from './0031-word-listing.ts';
import { rowRevisions } from './0032-row-revisions.ts';
import { confirmedSessions } from './0033-confirmed-sessions.ts';
import { firstLogin } from './0034-first-login.ts';
import { secretMark } from './0036-secret-mark.ts';
import { jobAccounts } from './0042-job-accounts.ts';
import { counts } from './0043-counts.ts';
import { botOffers } from './0045-bot-offers.ts';
import { delivered } from './0050-delivered.ts';
import { limitedGuests } from './0052-limited-guests.ts';
import { ownPictures } from './0053-own-pictures.ts';
import { mediaKey } from './0056-media-key.ts';
import { zoomTokens } from './0058-zoom-tokens.ts';
import { externalAccounts } from './0065-external-accounts.ts';
import { messageTimes } from './0066-message-times.ts';
import { logGaps } from './0067-log-gaps.ts';
import { renamedTerms } from './0068-renamed-terms.ts';
import { resetLinkMakers } from './0069-reset-link-makers.ts';
import { linkPreviews } from './0070-link-previews.ts';
import { organizationDeletion } from './0071-organization-deletion.ts';
import { imports } from './0072-imports.ts';
import { unreadIndex } from './0073-unread-index.ts';
import { personalData } from './0074-personal-data.ts';
import { importsInto } from './0075-imports-into.ts';
import { archiveImports } from './0076-archive-imports.ts';
import { uptime } from './0077-uptime.ts';
import { importFailures } from './0078-import-failures.ts';
import { wordEstimates } from './0079-word-estimates.ts';
import { searchMerges } from './0080-search-merges.ts';
import { referenceIndexes } from './0081-reference-indexes.ts';
import { historyIndex } from './0082-history-index.ts';
import { importedStubs } from './0083-imported-stubs.ts';
import { remindersOfMessages } from './0084-reminders-of-messages.ts';
import { singleSignOn } from './0085-single-sign-on.ts';
import { scim } from './0086-scim.ts';
import { auditLog } from './0087-audit-log.ts';
import { accessTokens } from './0088-access-tokens.ts';
import { twoFactor } from './0089-two-factor.ts';
import { twoFactorRequirement } from './0090-two-factor-requirement.ts';
import { passkeys } from './0091-passkeys.ts';
import { digests } from './0092-digests.ts';

export const migrations: readonly Migration[] = [
  spine,
  settings,
  personal,
  reactions,
  profileFields,
  groups,
  sending,
  readState,
  search,
  editing,
  push,
  attention,
  files,
  invites,
  jobs,
  linkifiers,
  scheduled,
  recentConversations,
  missedMail,
  revisions,
  idempotency,
  exports,
  bots,
  sessions,
  setupAndWebPush,
  wordListing,
  rowRevisions,
  confirmedSessions,
  firstLogin,
  secretMark,
  jobAccounts,
  delivered,
  limitedGuests,
  ownPictures,
  zoomTokens,
  mediaKey,
  counts,
  botOffers,
  externalAccounts,
  messageTimes,
  logGaps,
  renamedTerms,
  resetLinkMakers,
  linkPreviews,
  organizationDeletion,
  imports,
  unreadIndex,
  personalData,
  importsInto,
  archiveImports,
  uptime,
  importFailures,
  wordEstimates,
  searchMerges,
  referenceIndexes,
  historyIndex,
  importedStubs,
  remindersOfMessages,
  singleSignOn,
  scim,
  auditLog,
  accessTokens,
  twoFactor,
  twoFactorRequirement,
  passkeys,
  digests,
];
