// Imports the settings and permissions of an organization that the rules here accept. Nobody gains a permission by a refused one.
import {
  REALM_PERMISSION_NAMES,
  REALM_PERMISSIONS,
  REALM_SETTINGS,
  type RealmSetting,
  type UserId,
  type UserSetting,
  userSettings,
} from '@stoa/contract';
import { changeRealm } from '../../identity/realm/realm-changes.actions.ts';
import { changeDefaults } from '../../identity/settings/settings.actions.ts';
import { WHOLE_ARCHIVE } from './archive.ts';
import { holdersIn } from './import-holders.ts';
import { actorOf, type Imported, type ImportParts, withoutEffects } from './import-parts.ts';

type Made = Pick<Imported, 'users' | 'groups' | 'channels'>;

/** Each is applied by itself, so a refused one prevents no other. Idempotent. */
export async function importSettings(parts: ImportParts, owner_id: UserId, made: Made): Promise<void> {
  const { archive, writer, realm, report } = parts;
  const refused = (record: string) =>
    report({
      kind: 'settings',
      reason: 'a setting of the organization has another value: its own is not accepted here',
      file: WHOLE_ARCHIVE,
      record,
      is_kept: true,
    });
  await writer.write(realm.realm_id, async (context) => {
    const heldHere = await holdersIn(context.tx, { realm, archive, ...made });
    const change = async (name: string, value: unknown) => {
      try {
        await changeRealm(withoutEffects(context), actorOf(realm, owner_id), { [name]: value });
      } catch {
        refused(name);
      }
    };
    for (const [name, written] of Object.entries(archive.settings ?? {})) {
      if (!Object.hasOwn(REALM_SETTINGS, name)) continue;
      const own = made.channels.get(String(written))?.stream_id;
      const value = name.endsWith('_stream_id') || name.endsWith('_channel_id') ? own : written;
      const { param } = REALM_SETTINGS[name as RealmSetting];
      const parsed = param.safeParse(value);
      if (parsed.success) await change(name, parsed.data);
      else refused(name);
    }
    for (const [name, value] of Object.entries(archive.new_settings ?? {})) {
      const declared = Object.hasOwn(userSettings, name) ? userSettings[name as UserSetting] : undefined;
      const parsed = declared?.schema.safeParse(value);
      if (parsed?.success) await changeDefaults(withoutEffects(context), realm.realm_id, { [name]: parsed.data });
      else refused(name);
    }
    for (const name of REALM_PERMISSION_NAMES) {
      const holders = archive.permissions?.[name];
      if (holders === undefined) continue;
      const { value, is_same } = heldHere(name, REALM_PERMISSIONS[name], holders);
      if (!is_same) refused(name);
      if (value !== null) await change(name, { new: value });
    }
  });
}
