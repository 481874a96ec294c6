// Addresses of channels: a name, a token that seals whose address it is, and options. Nothing of them is stored. [IC1]
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ChannelId, RealmId, UserId } from '@stoa/contract';
import { MAIL_OPTIONS, type MailOption } from '@stoa/contract/mail-options';
import type { ApiKeys } from '../../kit/secrets/api-keys.ts';

/** The content of a sealed address. */
export interface SealedAddress {
  readonly realm_id: RealmId;
  readonly stream_id: ChannelId;
  readonly creator_id: UserId;
  /** Null for the organization's system bot. */
  readonly sender_id: UserId | null;
}

export interface ReadAddress extends SealedAddress {
  readonly options: ReadonlySet<MailOption>;
  readonly mac: Buffer;
}

/** A guess costs a request, and guesses are limited: 80 bits are plenty. */
const MAC_BYTES = 10;
/** Mail servers pass on 64 bytes; short forms of all options take 8 of them. */
const LOCAL_PART_MAX = 64 - 2 * Object.keys(MAIL_OPTIONS).length;
const SLUG_MAX = 20;
const NAMELESS = 'channel';
/** Larger ids can't be looked up. */
const ID_MAX = 2 ** 31 - 1;
/** RFC 4648, in lower case: mail systems change case. */
const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567';
const OPTIONS_BY_NAME = new Map(
  Object.entries(MAIL_OPTIONS).flatMap(([name, letter]) => [
    [name, name as MailOption],
    [letter, name as MailOption],
  ]),
);

export const openAddressTokens = (keys: ApiKeys): AddressTokens => new AddressTokens(keys.derive('channel addresses'));

export class AddressTokens {
  constructor(private readonly secret: string) {}

  /** The part before the at sign. `generation`: of the creator's API key, so that the address ends with the key. */
  localPart(channel_name: string, sealed: SealedAddress, generation: number): string {
    const token = base32(Buffer.concat([numbersOf(sealed), this.mac(sealed, generation)]));
    const slug = slugOf(channel_name)
      .slice(0, Math.min(SLUG_MAX, LOCAL_PART_MAX - token.length - 1))
      .replace(/-+$/, '');
    return `${slug || NAMELESS}.${token}`;
  }

  /** Whether the address was made by this server, with this generation of its creator's key. */
  isGenuine(address: ReadAddress, generation: number): boolean {
    return timingSafeEqual(address.mac, this.mac(address, generation));
  }

  private mac(sealed: SealedAddress, generation: number): Buffer {
    const { realm_id, stream_id, creator_id, sender_id } = sealed;
    const hmac = createHmac('sha256', this.secret);
    return hmac
      .update(JSON.stringify([realm_id, stream_id, creator_id, sender_id, generation]))
      .digest()
      .subarray(0, MAC_BYTES);
  }
}

/** Null if no address of a channel looks like that. Whether it is genuine depends on its creator. */
export function readLocalPart(local: string): ReadAddress | null {
  const [, token = '', ...names] = local.toLowerCase().split('.');
  const options = names.map((name) => OPTIONS_BY_NAME.get(name));
  const bytes = fromBase32(token);
  if (bytes === null || bytes.length <= MAC_BYTES || options.includes(undefined)) return null;
  const numbers = readNumbers(bytes.subarray(0, -MAC_BYTES));
  if (numbers?.length !== 4) return null;
  const [realm_id, stream_id, creator_id, sender_id] = numbers;
  return {
    realm_id: realm_id as RealmId,
    stream_id: stream_id as ChannelId,
    creator_id: creator_id as UserId,
    sender_id: sender_id === 0 ? null : (sender_id as UserId),
    options: new Set(options as MailOption[]),
    mac: bytes.subarray(-MAC_BYTES),
  };
}

/** The channel's name as people recognize it in a list of addresses; nothing depends on it. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '');
}

/** Seven bits a byte, the low ones first; the last byte of a number has no eighth bit. */
function numbersOf({ realm_id, stream_id, creator_id, sender_id }: SealedAddress): Buffer {
  const bytes: number[] = [];
  for (let number of [realm_id, stream_id, creator_id, sender_id ?? 0] as number[]) {
    for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) + 128);
    bytes.push(number);
  }
  return Buffer.from(bytes);
}

function readNumbers(bytes: Buffer): number[] | null {
  const numbers: number[] = [];
  let number = 0;
  let factor = 1;
  for (const byte of bytes) {
    number += (byte % 128) * factor;
    factor *= 128;
    if (number > ID_MAX) return null;
    if (byte >= 128) continue;
    numbers.push(number);
    [number, factor] = [0, 1];
  }
  return factor === 1 ? numbers : null;
}

function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => DIGITS[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Null unless it is written as {@link base32} writes it. */
function fromBase32(text: string): Buffer | null {
  let bits = '';
  for (const digit of text) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) return null;
    bits += value.toString(2).padStart(5, '0');
  }
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  return base32(bytes) === text ? bytes : null;
}
