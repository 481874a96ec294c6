// The users after register, and how events change them.
import { z } from 'zod';
import type { ReceivedEvent } from '../kit/event.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { ROLE, type Role, UserId } from '../kit/values.ts';
import type { ProfileField } from '../profile-fields/profile-field.ts';
import { User } from '../shapes/user.ts';

export const usersState = state({
  fetch: ['realm_user'],
  fields: () =>
    z.object({
      realm_users: z.array(User),
      realm_non_active_users: z.array(User),
      cross_realm_bots: z.array(User.extend({ is_system_bot: z.boolean() })),
      user_id: UserId,
      email: z.string(),
      delivery_email: z.string(),
      full_name: z.string(),
      is_owner: z.boolean(),
      is_admin: z.boolean(),
      is_moderator: z.boolean(),
      is_guest: z.boolean(),
      avatar_source: z.enum(['G', 'J', 'U']),
      avatar_url: z.string(),
      avatar_url_medium: z.string(),
      receives_typing_notifications: z.boolean(),
      can_create_public_streams: z.boolean(),
      can_create_private_streams: z.boolean(),
      can_create_web_public_streams: z.boolean(),
      can_create_streams: z.boolean(),
      can_subscribe_other_users: z.boolean(),
      can_invite_others_to_realm: z.boolean(),
    }),
});

type Person = Record<string, unknown> & { user_id: UserId };
interface People {
  readonly realm_users: readonly User[];
  readonly realm_non_active_users: readonly User[];
}

function roleFlags(role: Role) {
  return { is_owner: role === ROLE.owner, is_admin: role <= ROLE.administrator, is_guest: role === ROLE.guest };
}

interface FieldValue {
  readonly id: number;
  readonly value: string | null;
  readonly rendered_value?: string;
}

function withValue(user: User, { id, value, rendered_value }: FieldValue): User {
  const { [id]: _, ...others } = user.profile_data ?? {};
  if (value === null) return { ...user, profile_data: others };
  const stored = rendered_value === undefined ? { value } : { value, rendered_value };
  return { ...user, profile_data: { ...others, [id]: stored } };
}

/** Removes values of deleted profile fields. */
function withFields(user: User, ids: ReadonlySet<string>): User {
  const values = Object.entries(user.profile_data ?? {});
  if (values.every(([id]) => ids.has(id))) return user;
  return { ...user, profile_data: Object.fromEntries(values.filter(([id]) => ids.has(id))) };
}

/** Applies an update, in one of the forms of `person`. */
function updated(user: User, person: Person): User {
  if ('role' in person) return { ...user, role: person.role as Role, ...roleFlags(person.role as Role) };
  if ('new_email' in person) return { ...user, email: person.new_email as string };
  if ('custom_profile_field' in person) return withValue(user, person.custom_profile_field as FieldValue);
  if ('avatar_url' in person)
    return { ...user, avatar_url: person.avatar_url as string, avatar_version: person.avatar_version as number };
  if ('timezone' in person) return { ...user, timezone: person.timezone as string };
  return { ...user, ...person };
}

const byId = (a: User, b: User) => a.user_id - b.user_id;

export const reduceUsers: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (!state.realm_users) return state;
  const people = state as ClientState & People;
  if (event.type === 'custom_profile_fields') {
    const ids = new Set((event.fields as ProfileField[]).map(({ id }) => String(id)));
    const change = (users: readonly User[]) => users.map((user) => withFields(user, ids));
    return {
      ...state,
      realm_users: change(people.realm_users),
      realm_non_active_users: change(people.realm_non_active_users),
    };
  }
  if (event.type !== 'realm_user') return state;
  const person = event.person as Person;
  if (event.op === 'add' || event.op === 'remove') {
    // An account that is announced again replaces the known one.
    const others = (users: readonly User[]) => users.filter(({ user_id }) => user_id !== person.user_id);
    const added = event.op === 'add' ? [event.person as User] : [];
    const withAdded = (users: readonly User[], is_active: boolean) =>
      [...others(users), ...added.filter((user) => user.is_active === is_active)].sort(byId);
    return {
      ...state,
      realm_users: withAdded(people.realm_users, true),
      realm_non_active_users: withAdded(people.realm_non_active_users, false),
    };
  }
  const all = [...people.realm_users, ...people.realm_non_active_users].map((user) =>
    user.user_id === person.user_id ? updated(user, person) : user,
  );
  const next: ClientState = {
    ...state,
    realm_users: all.filter((user) => user.is_active).sort(byId),
    realm_non_active_users: all.filter((user) => !user.is_active).sort(byId),
  };
  if (person.user_id !== state.user_id) return next;
  if ('full_name' in person) return { ...next, full_name: person.full_name };
  if ('new_email' in person) return { ...next, email: person.new_email };
  if ('delivery_email' in person) return { ...next, delivery_email: person.delivery_email };
  if ('avatar_url' in person) {
    const { avatar_source, avatar_url, avatar_url_medium } = person;
    return { ...next, avatar_source, avatar_url, avatar_url_medium };
  }
  if ('role' in person) {
    const role = person.role as Role;
    return { ...next, ...roleFlags(role), is_moderator: role <= ROLE.moderator };
  }
  return next;
};
