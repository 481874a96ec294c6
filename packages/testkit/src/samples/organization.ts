// A call that succeeds for each endpoint of the area that the contract calls organization.

import type { endpoints } from '@stoa/contract';
import { sql } from '../../../server/src/kit/database/sql.ts';
import type { Person } from '../cast.ts';
import { samplePicture } from '../pictures.ts';
import type { Sample, Stage } from './stage.ts';

/** Gives the organization a channel for reports. */
async function moderate(ada: Person): Promise<void> {
  await ada.subscribe({ subscriptions: [{ name: 'reports' }], invite_only: true });
  const { stream_id } = await ada.getStreamId({ stream: 'reports' });
  await ada.updateRealm({ moderation_request_channel_id: stream_id });
}

/** Only so many exports may be made within a week: those there are were made long ago. */
async function makeRoomForExports({ app }: Stage): Promise<void> {
  await app.writer.write(null, ({ tx }) => tx.run(sql`update realm_exports set export_time = 0`));
}

async function someExport(stage: Stage): Promise<number> {
  await makeRoomForExports(stage);
  const { id } = await stage.cast.ada.exportRealm();
  await stage.app.jobs.settle();
  return id;
}

async function someLinkifier({ cast: { ada }, unique }: Stage): Promise<number> {
  return (await ada.addLinkifier({ pattern: `some${unique()}`, url_template: 'https://example.com' })).id;
}

async function someDomain({ cast: { ada }, unique }: Stage): Promise<string> {
  const domain = `changing${unique()}.example`;
  await ada.createRealmDomain({ domain, allow_subdomains: false });
  return domain;
}

async function someInvite({ cast: { ada }, unique }: Stage): Promise<number> {
  await ada.sendInvites({ invitee_emails: `waiting${unique()}@stoa.example`, stream_ids: [] });
  return (await ada.getInvites()).invites.at(-1)!.id;
}

export const organizationSamples = {
  getServerSettings: () => ({}),
  updateRealm: ({ unique }) => ({ description: `sample ${unique()}` }),
  getRealmDomains: () => ({}),
  createRealmDomain: ({ unique }) => ({ domain: `sample${unique()}.example`, allow_subdomains: false }),
  updateRealmDomain: async (stage) => ({ domain: await someDomain(stage), allow_subdomains: true }),
  deleteRealmDomain: async (stage) => ({ domain: await someDomain(stage) }),
  getInvites: () => ({}),
  sendInvites: ({ unique }) => ({ invitee_emails: `invited${unique()}@stoa.example`, stream_ids: [] }),
  createMultiuseInvite: () => ({ invite_as: 600 }),
  revokeInvite: async (stage) => ({ invite_id: await someInvite(stage) }),
  revokeMultiuseInvite: async ({ cast: { ada } }) => {
    await ada.createMultiuseInvite({});
    return { invite_id: (await ada.getInvites()).invites.at(-1)!.id };
  },
  resendInvite: async (stage) => ({ invite_id: await someInvite(stage) }),
  reportMessage: async ({ cast, channel }) => {
    const { id } = await cast.ada.sendMessage({ type: 'channel', to: channel, topic: 'sample', content: 'sample' });
    await moderate(cast.ada);
    return { message_id: id, report_type: 'spam' };
  },
  testWelcomeMessage: () => ({ welcome_message_custom_text: 'Welcome' }),
  getLinkifiers: () => ({}),
  addLinkifier: ({ unique }) => ({ pattern: `sample${unique()}`, url_template: 'https://example.com' }),
  updateLinkifier: async (stage) => ({
    filter_id: await someLinkifier(stage),
    pattern: `changed${stage.unique()}`,
    url_template: 'https://example.com',
  }),
  removeLinkifier: async (stage) => ({ filter_id: await someLinkifier(stage) }),
  reorderLinkifiers: async ({ cast }) => {
    const { linkifiers } = await cast.ada.getLinkifiers();
    return { ordered_linkifier_ids: linkifiers.map(({ id }) => id) };
  },
  addPlayground: ({ unique }) => ({
    name: `sample ${unique()}`,
    pygments_language: 'Python',
    url_template: 'https://example.com/{code}',
  }),
  removePlayground: async ({ cast, unique }) => ({
    playground_id: (
      await cast.ada.addPlayground({
        name: `gone ${unique()}`,
        pygments_language: 'Python',
        url_template: 'https://example.com/{code}',
      })
    ).id,
  }),
  uploadRealmIcon: () => ({}),
  deleteRealmIcon: () => ({}),
  uploadRealmLogo: () => ({ night: true }),
  deleteRealmLogo: () => ({ night: true }),
  // Refused: after a success nothing else could be called.
  deactivateRealm: () => ({ deletion_delay_days: 1 }),
  getRealmExports: () => ({}),
  exportRealm: async (stage) => {
    await makeRoomForExports(stage);
    return { export_type: 'public' };
  },
  deleteRealmExport: async (stage) => ({ export_id: await someExport(stage) }),
  getExportConsents: () => ({}),
  createBigBlueButtonCall: () => ({ meeting_name: 'sample' }),
  createZoomCall: () => ({ is_video_call: true }),
  createConstructorGroupsCall: () => ({}),
  createNextcloudTalkCall: () => ({ room_name: 'sample' }),
  getMessagesSummary: () => ({ narrow: [{ operator: 'is', operand: 'dm' }] }),
  registerRemotePushDevice: () => ({
    realm_uuid: 'sample',
    token_id: 'sample',
    encrypted_push_registration: 'sample',
    bouncer_public_key: 'sample',
  }),
  getCustomEmoji: () => ({}),
  uploadCustomEmoji: ({ unique }) => ({ emoji_name: `sample${unique()}` }),
  deactivateCustomEmoji: async ({ cast, unique }) => {
    const emoji_name = `sample${unique()}`;
    await cast.ada.uploadCustomEmoji({ emoji_name }, { file: samplePicture() });
    return { emoji_name };
  },
} satisfies Partial<Record<keyof typeof endpoints, Sample>>;
