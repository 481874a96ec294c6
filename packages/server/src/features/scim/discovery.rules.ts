// What SCIM is asked about itself: what this server can do, and the schemas of its resources (RFC 7643, sections 5 to 7). Pure.
import { ROLE_NAMES } from '../../kit/access/role-names.ts';
import { GROUP_SCHEMA } from './group-resource.rules.ts';
import { SCIM_PATH } from './scim-path.ts';
import { USER_SCHEMA } from './user-resource.rules.ts';

/** Resources per page. */
export const COUNT_MAX = 200;

const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0';
const supported = (is: boolean) => ({ supported: is });

export function serviceProviderConfig(url: string) {
  return {
    schemas: [`${SCHEMAS}:ServiceProviderConfig`],
    patch: supported(true),
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: COUNT_MAX },
    changePassword: supported(false),
    sort: supported(false),
    etag: supported(false),
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that the command "stoa scim-token create" prints',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${url}${SCIM_PATH}/ServiceProviderConfig` },
  };
}

export function resourceTypes(url: string) {
  const typeOf = (name: string, endpoint: string, schema: string) => ({
    schemas: [`${SCHEMAS}:ResourceType`],
    id: name,
    name,
    endpoint,
    schema,
    meta: { resourceType: 'ResourceType', location: `${url}${SCIM_PATH}/ResourceTypes/${name}` },
  });
  return [typeOf('User', '/Users', USER_SCHEMA), typeOf('Group', '/Groups', GROUP_SCHEMA)];
}

interface Traits {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference';
  readonly required?: boolean;
  readonly multiValued?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: 'readWrite' | 'readOnly' | 'immutable';
  readonly uniqueness?: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly object[];
}

const attribute = (name: string, description: string, traits: Traits = {}) => ({
  name,
  description,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...traits,
});

const value = (description: string, traits: Traits = {}) => attribute('value', description, traits);
const primary = attribute('primary', 'Always true', { type: 'boolean', mutability: 'readOnly' });
const external_id = attribute('externalId', "The provider's id", { caseExact: true });

const USER_ATTRIBUTES = [
  attribute('userName', 'The email address, or a name beside it', { required: true, uniqueness: 'server' }),
  external_id,
  attribute('displayName', 'The full name'),
  attribute('name', 'The full name, in parts', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The full name, if there is no displayName'),
      attribute('givenName', 'The given name'),
      attribute('familyName', 'The family name'),
    ],
  }),
  attribute('emails', 'The address, if userName is none', {
    type: 'complex',
    multiValued: true,
    subAttributes: [value('The address'), attribute('type', 'Always work', { mutability: 'readOnly' }), primary],
  }),
  attribute('active', 'Whether the account is in use', { type: 'boolean' }),
  attribute('roles', 'The role', {
    type: 'complex',
    multiValued: true,
    subAttributes: [value('The role', { canonicalValues: ROLE_NAMES })],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'The name of the user group', { required: true, uniqueness: 'server' }),
  external_id,
  attribute('members', 'The people in the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      value('The id of the user', { mutability: 'immutable' }),
      attribute('$ref', 'The address of the user', {
        type: 'reference',
        referenceTypes: ['User'],
        mutability: 'immutable',
      }),
      attribute('display', 'The full name', { mutability: 'readOnly' }),
      attribute('type', 'Always User', { mutability: 'immutable', canonicalValues: ['User'] }),
    ],
  }),
];

export function schemas(url: string) {
  const schemaOf = (id: string, name: string, description: string, attributes: readonly object[]) => ({
    schemas: [`${SCHEMAS}:Schema`],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${url}${SCIM_PATH}/Schemas/${id}` },
  });
  return [
    schemaOf(USER_SCHEMA, 'User', 'An account of a person', USER_ATTRIBUTES),
    schemaOf(GROUP_SCHEMA, 'Group', 'A user group', GROUP_ATTRIBUTES),
  ];
}
