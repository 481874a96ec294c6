// Parts of the API that are absent from the contract, with the reason. The tests fail if one of them exists after all.

const DEFAULT_STREAM_GROUPS =
  'Default stream groups are obsolete and no client shows them; use default channels and folders.';

/** Endpoints without a use on a self-hosted server. */
export const ABSENT_ENDPOINTS: Readonly<Record<string, string>> = {
  'POST /json/fetch_api_key': 'For browser sessions, which Stoa does not have; use `POST /fetch_api_key`.',
  'GET /json/self-hosted-billing': 'Leads to the billing of a hosting company; Stoa bills nothing.',
  'POST /default_stream_groups/create': DEFAULT_STREAM_GROUPS,
  'PATCH /default_stream_groups/{group_id}': DEFAULT_STREAM_GROUPS,
  'DELETE /default_stream_groups/{group_id}': DEFAULT_STREAM_GROUPS,
  'PATCH /default_stream_groups/{group_id}/streams': DEFAULT_STREAM_GROUPS,
  'GET /thumbnail': 'The former address of thumbnails; no message rendered by Stoa uses it.',
};

/** Endpoints served outside the contract, because their input or output is not JSON, with their rules. */
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
  'realm_bot / remove': 'Same meaning as `realm_bot` / `delete`, which is sent.',
  realm_filters: 'Deprecated for `realm_linkifiers`; the register field of this name is present and empty.',
  web_reload_client: 'An instruction of a hosting company to its own web client; `restart` announces a new version.',
};

export const ABSENT_FIELDS: Readonly<Record<string, string>> = {
  demo_organization_scheduled_deletion_date:
    'Only for demo organizations that a hosting company deletes after a while.',
};
