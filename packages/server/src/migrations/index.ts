// All migrations, in order.
import type { Migration } from '../kit/database/migrate.ts';
import { spine } from './0001-spine.ts';
import { settings } from './0002-settings.ts';
import { personal } from './0003-personal.ts';
import { reactions } from './0004-reactions.ts';
import { profileFields } from './0005-profile-fields.ts';
import { groups } from './0007-groups.ts';

export const migrations: readonly Migration[] = [spine, settings, personal, reactions, profileFields, groups];
