// Finds the URLs of an organization's pictures.

import type { RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { generatedIconUrl } from '../../kit/images/generated-pictures.ts';
import { LOGO_PATH } from '../../kit/server-facts.ts';

export type PictureKind = 'icon' | 'logo' | 'night_logo';

interface PictureRow {
  readonly kind: PictureKind;
  readonly file_key: string | null;
  readonly version: number;
}

export interface RealmPictures {
  readonly icon_url: string;
  readonly icon_source: 'G' | 'U';
  readonly logo_url: string;
  readonly logo_source: 'D' | 'U';
  readonly night_logo_url: string;
  readonly night_logo_source: 'D' | 'U';
}

/** The uploaded pictures, and defaults for the others. */
export async function findRealmPictures(db: Connection, realm_id: RealmId): Promise<RealmPictures> {
  const rows = await db.all<PictureRow>(
    sql`select kind, file_key, version from realm_pictures where realm_id = ${realm_id}`,
  );
  const uploaded = (kind: PictureKind) => {
    const row = rows.find((row) => row.kind === kind);
    return row?.file_key ? `/user_avatars/${row.file_key.slice('avatars/'.length)}?version=${row.version}` : null;
  };
  const [icon, logo, night_logo] = [uploaded('icon'), uploaded('logo'), uploaded('night_logo')];
  return {
    icon_url: icon ?? generatedIconUrl(realm_id),
    // The API has no other name for a default icon.
    icon_source: icon ? 'U' : 'G',
    logo_url: logo ?? LOGO_PATH,
    logo_source: logo ? 'U' : 'D',
    night_logo_url: night_logo ?? LOGO_PATH,
    night_logo_source: night_logo ? 'U' : 'D',
  };
}

export async function findPictureFiles(db: Connection): Promise<string[]> {
  const rows = await db.all<{ file_key: string }>(sql`select file_key from realm_pictures where file_key is not null`);
  return rows.map(({ file_key }) => file_key);
}
