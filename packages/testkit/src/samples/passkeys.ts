// A successful call for each endpoint of passkeys, by the owner.
import type { CreatedCredential, passkeysContract } from '@stoa/contract';
import { addPasskey, removePasskeys } from '../../../server/src/identity/passkeys/passkeys.actions.ts';
import {
  confirmationPurpose,
  passkeySite,
  registrationPurpose,
  sealChallenge,
  signInPurpose,
} from '../../../server/src/identity/passkeys/passkeys.rules.ts';
import { verifyCreated } from '../../../server/src/identity/passkeys/verification.ts';
import { SoftPasskey } from '../soft-passkey.ts';
import type { Samples, Stage } from './stage.ts';

const user_handle = 'aGFuZGxl';
const newChallenge = ({ unique }: Stage) => Buffer.from(`challenge ${unique()}`).toString('base64url');

async function siteOf({ cast: { ada } }: Stage) {
  const { realm_url } = await ada.getServerSettings();
  // An organization without an address that permits passkeys refuses the calls.
  return passkeySite({ url: realm_url }) ?? passkeySite({ url: 'http://localhost' })!;
}

/** A device that was asked to make a passkey for the owner. */
async function created(stage: Stage) {
  const challenge = newChallenge(stage);
  const site = await siteOf(stage);
  const device = new SoftPasskey(site.origin);
  const credential: CreatedCredential = device.create({ rp: { id: site.rp_id }, user: { id: user_handle }, challenge });
  return { site, challenge, device, credential };
}

async function added(stage: Stage) {
  const { app, cast } = stage;
  const { site, challenge, device, credential } = await created(stage);
  const made = (await verifyCreated(site, challenge, credential))!;
  const { realm, user_id } = { realm: await realmOf(stage), user_id: cast.ada.user_id };
  const passkey_id = await app.writer.write(realm.realm_id, async (context) => {
    // Samples are made more often than an account may have passkeys.
    await removePasskeys(context, user_id);
    return addPasskey(context, realm, user_id, made, { name: 'A sample', rp_id: site.rp_id, user_handle });
  });
  return { site, device, passkey_id };
}

const realmOf = async ({ app, cast: { ada } }: Stage) =>
  app.gate.findRealm(app.store.db, new URL((await ada.getServerSettings()).realm_url).host);

/** A response of a passkey of the owner, in place of the password. */
async function answered(stage: Stage) {
  const { app, cast } = stage;
  const { site, device } = await added(stage);
  const challenge = newChallenge(stage);
  const purpose = confirmationPurpose(cast.ada.user_id, undefined);
  const sealed_challenge = sealChallenge(app.vault, purpose, { challenge }, app.clock.now());
  return { sealed_challenge, credential: device.use({ challenge, rpId: site.rp_id }) };
}

export const passkeysSamples: Samples<typeof passkeysContract> = {
  getPasskeys: () => ({}),
  beginPasskey: () => ({}),
  createPasskey: async (stage) => {
    const { app, cast } = stage;
    const { challenge, credential } = await created(stage);
    const { realm_id } = await realmOf(stage);
    await app.writer.write(realm_id, (context) => removePasskeys(context, cast.ada.user_id));
    const purpose = registrationPurpose(cast.ada.user_id, undefined);
    const sealed_challenge = sealChallenge(app.vault, purpose, { challenge, user_handle }, app.clock.now());
    return { name: 'A sample', sealed_challenge, credential };
  },
  deletePasskey: async (stage) => ({ passkey_id: (await added(stage)).passkey_id }),
  renamePasskey: async (stage) => ({ passkey_id: (await added(stage)).passkey_id, name: 'Another name' }),
  beginPasskeyConfirmation: async (stage) => {
    await added(stage);
    return {};
  },
  confirmByPasskey: answered,
  showApiKeyByPasskey: answered,
  beginPasskeySession: () => ({}),
  createPasskeySession: async (stage) => {
    const { app } = stage;
    const { site, device } = await added(stage);
    const challenge = newChallenge(stage);
    const { realm_id } = await realmOf(stage);
    const sealed_challenge = sealChallenge(app.vault, signInPurpose(realm_id), { challenge }, app.clock.now());
    return { sealed_challenge, credential: device.use({ challenge, rpId: site.rp_id }) };
  },
};
