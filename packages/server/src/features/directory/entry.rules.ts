// What an entry of the directory says about a person. Pure.
import type { LanguageCode } from '@stoa/contract';
import type { Entry } from 'ldapts';
import { languageOf } from '../../kit/text/language-tags.ts';
import { isStorable } from '../../kit/text/storable-text.ts';
import { idOf } from '../single-sign-on/identity.rules.ts';
import type { DirectorySettings } from './directory-settings.ts';

type Names = Pick<DirectorySettings, 'id_attribute' | 'email_attribute' | 'name_attribute' | 'language_attribute'>;

/** A person in the directory. */
export interface DirectoryPerson {
  readonly dn: string;
  /** Never changes, and never becomes another person's. */
  readonly subject: string;
  readonly addresses: readonly string[];
  readonly names: readonly string[];
  /** The first that accounts may have. */
  readonly language: LanguageCode | undefined;
  readonly is_disabled: boolean;
}

const OBJECT_GUID = 'objectguid';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The bit of Active Directory's `userAccountControl` that says an administrator disabled the account. */
const ACCOUNT_DISABLED = 2;
/** In UTF-16 units and values; longer and further ones are left out. */
const [TEXT_MAX, VALUES_MAX] = [1000, 20];

export const attributesOf = (attributes: Names): readonly string[] => [
  attributes.id_attribute,
  attributes.email_attribute,
  attributes.name_attribute,
  attributes.language_attribute,
  'userAccountControl',
  'nsAccountLock',
];

/** Null if the directory does not say who it is. [LD2] */
export function personOf(entry: Entry, attributes: Names): DirectoryPerson | null {
  const subject = subjectOf(valuesOf(entry, attributes.id_attribute), attributes);
  if (subject === null) return null;
  const textsOf = (name: string) =>
    valuesOf(entry, name)
      .filter((value) => typeof value === 'string')
      .map((value) => value.trim())
      .filter((value) => value !== '' && value.length <= TEXT_MAX && isStorable(value))
      .slice(0, VALUES_MAX);
  const [control = '0'] = textsOf('userAccountControl');
  const [lock = 'FALSE'] = textsOf('nsAccountLock');
  return {
    dn: entry.dn,
    subject,
    addresses: textsOf(attributes.email_attribute),
    names: textsOf(attributes.name_attribute),
    language: languageOf(textsOf(attributes.language_attribute).join(',')),
    is_disabled: (Number(control) & ACCOUNT_DISABLED) !== 0 || lock.toUpperCase() === 'TRUE',
  };
}

/** The value by which the directory finds a person again. */
export function idValueOf(subject: string, { id_attribute }: Names): string | Buffer {
  return isGuid(id_attribute) ? swapped(Buffer.from(subject.replaceAll('-', ''), 'hex')) : subject;
}

const isGuid = (attribute: string) => attribute.toLowerCase() === OBJECT_GUID;

function subjectOf(values: readonly (string | Buffer)[], { id_attribute }: Names): string | null {
  const [value] = values;
  // With several, which one is the person's may change.
  if (value === undefined || values.length > 1) return null;
  if (isGuid(id_attribute)) return uuidOf(Buffer.from(value as string));
  if (typeof value !== 'string') return null;
  return idOf(UUID.test(value) ? value.toLowerCase() : value);
}

/** Active Directory keeps the first three parts with their last byte first. */
function uuidOf(bytes: Buffer): string | null {
  if (bytes.length !== 16) return null;
  return swapped(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const swapped = (bytes: Buffer) =>
  Buffer.concat([
    bytes.subarray(0, 4).toReversed(),
    bytes.subarray(4, 6).toReversed(),
    bytes.subarray(6, 8).toReversed(),
    bytes.subarray(8),
  ]);

/** Directories answer with their own spelling of an attribute's name. */
function valuesOf(entry: Entry, attribute: string): readonly (string | Buffer)[] {
  const name = attribute.toLowerCase();
  const [, values = []] = Object.entries(entry).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(values) ? values : [values];
}
