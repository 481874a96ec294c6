// Actions on groups, as calls; the screen follows their events.
import { ApiError, type GroupObjection, type UserGroup } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { formatList } from '../../base/text/text.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { findGroup, groupName, type Holders } from '../../domain/groups/group-settings.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { findChannel, type State } from '../../model/state/state.ts';

type UserIds = UserGroup['members'];

const changeMembers = (engine: Engine, group_id: number, add: Holders, remove: Holders): Promise<boolean> =>
  attemptOnce(`members ${group_id} ${JSON.stringify([add, remove])}`, () =>
    engine.client.updateUserGroupMembers({
      user_group_id: group_id as UserGroup['id'],
      add: [...add.people] as UserIds,
      delete: [...remove.people] as UserIds,
      add_subgroups: [...add.groups] as UserGroup['id'][],
      delete_subgroups: [...remove.groups] as UserGroup['id'][],
    }),
  );

const NOBODY: Holders = { groups: [], people: [] };

export const addToGroup = (engine: Engine, group_id: number, who: Holders) =>
  changeMembers(engine, group_id, who, NOBODY);
export const removeFromGroup = (engine: Engine, group_id: number, who: Holders) =>
  changeMembers(engine, group_id, NOBODY, who);
export const joinGroup = (engine: Engine, group_id: number) =>
  addToGroup(engine, group_id, { groups: [], people: [engine.own_id] });
export const leaveGroup = (engine: Engine, group_id: number) =>
  removeFromGroup(engine, group_id, { groups: [], people: [engine.own_id] });

export const reactivateGroup = (engine: Engine, group_id: number) =>
  attemptOnce(`reactivate group ${group_id}`, () =>
    engine.client.updateUserGroup({ user_group_id: group_id as UserGroup['id'], deactivated: false }),
  );

function objectionText(state: State, objection: GroupObjection): string {
  const nameOf = (id: number) => {
    const group = findGroup(state.realm_user_groups, id);
    return group ? groupName(group) : t('unknown_group');
  };
  switch (objection.type) {
    case 'subgroup':
      return t('group_objection_subgroup', { names: formatList(objection.supergroup_ids.map(nameOf)) });
    case 'realm':
      return t('group_objection_realm', { settings: formatList(objection.settings) });
    case 'channel': {
      const channel = objection.channel_id === undefined ? null : findChannel(state, objection.channel_id);
      return channel ? t('group_objection_channel', { channel: channel.name }) : t('group_objection_hidden_channel');
    }
    case 'user_group':
      return t('group_objection_group', { name: nameOf(objection.group_id) });
  }
}

/** Returns what still uses the group and prevents its deactivation; null once deactivated. */
export async function deactivateGroup(engine: Engine, group_id: number): Promise<readonly string[] | null> {
  try {
    await engine.client.deactivateUserGroup({ user_group_id: group_id as UserGroup['id'] });
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CANNOT_DEACTIVATE_GROUP_IN_USE')
      return (error.fields.objections as GroupObjection[]).map((objection) =>
        objectionText(engine.state.get(), objection),
      );
    return [failureText(error)];
  }
}
