// The channel of a mail, and whether it may still be posted there: checked when the address is named, and again by the write.
import type { ChannelId, UserId } from '@stoa/contract';
import type { MailOption } from '@stoa/contract/mail-options';
import { type ChannelRow, canSendTo, findAccess, findChannel } from '../../conversation/channels/channels.queries.ts';
import { systemBot } from '../../conversation/messages/system-bot.queries.ts';
import { findActor } from '../../identity/auth/auth.queries.ts';
import { emailHost, findRealm } from '../../identity/realm/realm.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';
import { type AddressTokens, type ReadAddress, readLocalPart } from './address-tokens.ts';
import { notAllowed, senderGone, unknownAddress } from './mail-refusals.ts';

export interface RecipientServices {
  readonly tokens: AddressTokens;
  readonly second_factor: Pick<SecondFactor, 'findShutOut'>;
  /** The domain of all addresses; null for the host name of each organization. */
  readonly domain: string | null;
}

export interface MailRecipient {
  readonly address: ReadAddress;
  readonly realm: Realm;
  /** Made the address: the mail is posted with this account's permissions. */
  readonly creator: Actor;
  /** Posts the message. */
  readonly sender: Actor;
  readonly channel: ChannelRow;
}

/** The domain that addresses of an organization have; an IP address is in brackets (RFC 5321, 4.1.3). */
export function mailDomain(realm: Realm, domain: string | null): string {
  const host = domain ?? emailHost(realm);
  if (/^[\d.]+$/.test(host)) return `[${host}]`;
  return host.includes(':') ? `[IPv6:${host}]` : host;
}

/** Null unless its form is that of a channel's address. */
export function readAddress(address: string): { readonly read: ReadAddress; readonly domain: string } | null {
  const at = address.lastIndexOf('@');
  const read = readLocalPart(address.slice(0, at));
  return read && { read, domain: address.slice(at + 1) };
}

/** Throws a {@link MailRefusal} unless the mail may be posted. The domain is checked by {@link checkDomain}. */
export async function getRecipient(
  db: Connection,
  { tokens, second_factor }: RecipientServices,
  address: ReadAddress,
): Promise<MailRecipient> {
  const realm = await findRealm(db, address.realm_id);
  const creator = realm && (await findActor(db, realm, address.creator_id));
  if (!creator || !tokens.isGenuine(address, creator.api_key_generation)) throw unknownAddress();
  if ((await second_factor.findShutOut(db, realm, [creator.user_id])).size > 0) throw notAllowed();
  const channel = await getPostable(db, creator, address.stream_id);
  return { address, realm, creator, sender: await getSender(db, creator, address.sender_id), channel };
}

/** Throws for the domain of another organization or another server. */
export function checkDomain({ realm }: MailRecipient, domain: string, configured: string | null): void {
  if (domain.toLowerCase() !== mailDomain(realm, configured).toLowerCase()) throw unknownAddress();
}

async function getPostable(db: Connection, creator: Actor, stream_id: ChannelId): Promise<ChannelRow> {
  const channel = await findChannel(db, creator.realm.realm_id, stream_id);
  if (!channel || !(await canSendTo(db, creator, channel, await findAccess(db, creator, channel)))) throw notAllowed();
  return channel;
}

async function getSender(db: Connection, creator: Actor, sender_id: UserId | null): Promise<Actor> {
  if (sender_id === null) return systemBot(db, creator.realm);
  if (sender_id === creator.user_id) return creator;
  const bot = await findActor(db, creator.realm, sender_id);
  if (bot?.bot_owner_id !== creator.user_id) throw senderGone();
  return bot;
}

export const hasOption = ({ address }: MailRecipient, option: MailOption): boolean => address.options.has(option);
