// Values shared by several slices: branded ids, roles, group-setting values, flags.
import { z } from 'zod';

export const RealmId = z.int().brand<'RealmId'>();
export type RealmId = z.output<typeof RealmId>;
export const UserId = z.int().brand<'UserId'>();
export type UserId = z.output<typeof UserId>;
export const ChannelId = z.int().brand<'ChannelId'>();
export type ChannelId = z.output<typeof ChannelId>;
export const MessageId = z.int().brand<'MessageId'>();
export type MessageId = z.output<typeof MessageId>;
export const GroupId = z.int().brand<'GroupId'>();
export type GroupId = z.output<typeof GroupId>;
/** Identifies a channel, or the set of people in a direct conversation. */
export const RecipientId = z.int().brand<'RecipientId'>();
export type RecipientId = z.output<typeof RecipientId>;
/** A log position; events carry it as `id`. */
export const EventId = z.int().brand<'EventId'>();
export type EventId = z.output<typeof EventId>;

/** Organization roles; a smaller number has more rights. Spec section 1. */
export const ROLE = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export const Role = z.union([z.literal(100), z.literal(200), z.literal(300), z.literal(400), z.literal(600)]);
export type Role = z.output<typeof Role>;

/** The holders of a permission: a group, or users and groups listed one by one. Spec section 1. */
export const GroupSettingValue = z.union([
  GroupId,
  z.object({ direct_members: z.array(UserId), direct_subgroups: z.array(GroupId) }),
]);
export type GroupSettingValue = z.output<typeof GroupSettingValue>;

/** Seconds since 1970, UTC. */
export const Timestamp = z.int();
