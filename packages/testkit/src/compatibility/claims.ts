// What of the API is not in the contract's tables, and why. The tests fail when one of these is there after all.

const DEFAULT_STREAM_GROUPS =
  'Default stream groups are a leftover that no client shows; default channels and folders do their work.';

/** Endpoints that a server of one's own has no use for, or that answer nothing but their error. */
export const ABSENT_ENDPOINTS: Readonly<Record<string, string>> = {
  'POST /json/fetch_api_key': 'For browser sessions, which there are none of; `POST /fetch_api_key` does the same.',
  'GET /json/self-hosted-billing': 'Leads to the billing of a hosting company; here nothing is billed.',
  'POST /default_stream_groups/create': DEFAULT_STREAM_GROUPS,
  'PATCH /default_stream_groups/{group_id}': DEFAULT_STREAM_GROUPS,
  'DELETE /default_stream_groups/{group_id}': DEFAULT_STREAM_GROUPS,
  'PATCH /default_stream_groups/{group_id}/streams': DEFAULT_STREAM_GROUPS,
  'GET /thumbnail':
    'The address thumbnails had before they got ones of their own; no message rendered here has it, and pictures of other sites are not fetched.',
};

/** Served beside the contract, because what they take or answer is no JSON: their rules. */
export const RAW_ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  'GET /avatar/{email}': ['AV6'],
  'GET /avatar/{email}/medium': ['AV6'],
  'GET /avatar/{user_id}': ['AV6'],
  'GET /avatar/{user_id}/medium': ['AV6'],
  'GET /realm/icon': ['RI4'],
  'GET /realm/logo': ['RI4'],
  'GET /user_uploads/download/{realm_id_str}/{filename}': ['UP7', 'UP9'],
  'GET /user_uploads/thumbnail/{realm_id_str}/{filename}/{thumbnail_format}': ['UP7', 'UP16'],
};

export const ABSENT_EVENTS: Readonly<Record<string, string>> = {
  default_stream_groups: DEFAULT_STREAM_GROUPS,
  'realm_bot / remove': 'Says the same as `realm_bot` / `delete`, which is sent.',
  realm_filters: 'Deprecated for `realm_linkifiers`; the register field of the name stays, and is empty.',
  web_reload_client:
    'An order of a hosting company to its own web client; a new version of the server is told by `restart`.',
};

export const ABSENT_FIELDS: Readonly<Record<string, string>> = {
  demo_organization_scheduled_deletion_date: 'Only of demo organizations that a hosting company deletes after a while.',
};
