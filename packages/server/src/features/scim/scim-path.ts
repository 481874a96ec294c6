// Where SCIM is, at each organization.
export const SCIM_PATH = '/scim/v2';
