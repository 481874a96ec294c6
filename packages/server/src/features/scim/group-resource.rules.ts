// Groups as SCIM shows them. Pure.
import type { GroupId, UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { JsonText } from '../../kit/json/json-text.ts';
import { metaOf, pathOf } from './user-resource.rules.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

export interface ScimGroup {
  readonly group_id: GroupId;
  readonly name: string;
  /** Seconds since 1970; null for old groups. */
  readonly date_created: number | null;
  readonly external_id: string | null;
}

export interface Member {
  readonly user_id: UserId;
  readonly full_name: string;
  readonly is_active: boolean;
}

/** Members as JSON with commas between them, made some at a time: a group may have a hundred thousand. */
export const presentMembers = (realm: Realm, members: readonly Member[]): string =>
  members
    .map(({ user_id, full_name }) =>
      JSON.stringify({
        value: String(user_id),
        $ref: realm.url + pathOf('Users', user_id),
        display: full_name,
        type: 'User',
      }),
    )
    .join();

/** `members` is null where they were not asked for. */
export function presentGroup(realm: Realm, group: ScimGroup, members: JsonText | null) {
  const { group_id, name, date_created, external_id } = group;
  return {
    schemas: [GROUP_SCHEMA],
    id: String(group_id),
    ...(external_id !== null && { externalId: external_id }),
    displayName: name,
    ...(members && { members }),
    meta: metaOf(realm, 'Group', group_id, date_created),
  };
}
