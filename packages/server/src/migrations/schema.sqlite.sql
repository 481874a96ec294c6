-- The schema of the embedded database. Written by `npm run schema`; never edited, never run.

create table access_tokens (
  token_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  user_id bigint not null references users,
  name text not null,
  token_digest text not null unique,
  scopes json not null,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint not null
);

create index access_tokens_realm on access_tokens (realm_id);

create index access_tokens_user on access_tokens (user_id);

create table account_use (
  user_id bigint primary key references users,
  files bigint not null,
  file_bytes bigint not null,
  storage_length bigint not null,
  idempotency_keys bigint not null,
  idempotency_bytes bigint not null
);

create table alert_words (
  id integer primary key autoincrement,
  user_id bigint not null references users,
  word text not null,
  word_key text not null,
  unique (user_id, word_key)
);

create table archive_imports (
  realm_id bigint primary key references realms,
  acting_user_id bigint not null references users,
  upload_id text not null,
  format text not null,
  file_name text not null,
  size bigint not null,
  stage text not null,
  started_at bigint not null,
  worked_at bigint not null default 0,
  messages bigint not null default 0,
  total_messages bigint,
  seconds_left bigint,
  plan json,
  error text,
  failure json
);

create table attachment_messages (
  message_id bigint not null references messages,
  attachment_id bigint not null references attachments,
  primary key (message_id, attachment_id)
);

create index attachment_messages_attachment on attachment_messages (attachment_id, message_id);

create table attachments (
  attachment_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  owner_id bigint not null references users,
  path_id text not null unique,
  name text not null,
  content_type text not null,
  size bigint not null,
  create_time bigint not null,
  width integer,
  height integer,
  animated boolean not null,
  thumbnail text not null,
  unclaimed_since bigint
);

create index attachments_owner on attachments (owner_id);

create index attachments_unclaimed on attachments (unclaimed_since) where unclaimed_since is not null;

create table audit_entries (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  "timestamp" bigint not null,
  kind text not null,
  acting_user_id bigint references users on delete set null,
  via text not null,
  via_name text,
  user_id bigint references users on delete set null,
  stream_id bigint references channels on delete set null,
  group_id bigint references user_groups on delete set null,
  name text,
  changes json not null
);

create index audit_entries_actor on audit_entries (acting_user_id, id);

create index audit_entries_channel on audit_entries (stream_id, id);

create index audit_entries_group on audit_entries (group_id, id);

create index audit_entries_kind on audit_entries (realm_id, kind, id);

create index audit_entries_realm on audit_entries (realm_id, id);

create index audit_entries_time on audit_entries (realm_id, "timestamp", id);

create index audit_entries_user on audit_entries (user_id, id);

create table bot_offers (
  bot_id bigint primary key references users,
  realm_id bigint not null references realms,
  user_id bigint not null references users,
  offered_by bigint not null references users,
  offered_at bigint not null
);

create index bot_offers_user on bot_offers (user_id);

create table bot_settings (
  user_id bigint primary key references users,
  default_sending_stream_id bigint references channels,
  default_events_register_stream_id bigint references channels,
  default_all_public_streams boolean not null,
  service_name text,
  config_data json,
  payload_url text,
  interface integer,
  token text
);

create table bot_storage (
  user_id bigint not null references users,
  key text not null,
  value text not null,
  primary key (user_id, key)
);

create table channel_folders (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  name text not null,
  name_key text not null,
  description text not null,
  rendered_description text not null,
  "order" integer not null,
  date_created bigint,
  creator_id bigint references users,
  is_archived boolean not null
);

create unique INDEX channel_folders_name on channel_folders (realm_id, name_key) where not is_archived;

create table channels (
  stream_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  recipient_id bigint references recipients,
  name text not null,
  name_key text not null,
  description text not null,
  rendered_description text not null,
  date_created bigint not null,
  creator_id bigint references users,
  invite_only boolean not null,
  is_web_public boolean not null,
  history_public_to_subscribers boolean not null,
  is_archived boolean not null,
  is_default boolean not null,
  message_retention_days integer,
  topics_policy text not null,
  folder_id bigint,
  active_subscriptions integer not null,
  can_add_subscribers_group json not null,
  can_remove_subscribers_group json not null,
  can_administer_channel_group json not null,
  can_send_message_group json not null,
  can_subscribe_group json not null,
  can_create_topic_group json not null,
  can_delete_any_message_group json not null,
  can_delete_own_message_group json not null,
  can_move_messages_out_of_channel_group json not null,
  can_move_messages_within_channel_group json not null,
  can_resolve_topics_group json not null,
  revision bigint not null default 0,
  unique (realm_id, name_key)
);

create index channels_creator on channels (creator_id, is_archived);

create index channels_revision on channels (realm_id, stream_id, revision, is_archived);

create trigger channels_revision after update of name on channels when old.name is distinct from new.name begin update realms set surroundings_revision = surroundings_revision + 1 where realm_id = new.realm_id; end;

create trigger channels_row_revision after update on channels when new.revision = old.revision begin update channels set revision = revision + 1 where stream_id = new.stream_id; end;

create table confirmations (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  purpose text not null,
  email text not null,
  email_key text not null,
  user_id bigint references users,
  invite_id bigint references invites,
  nonce text not null,
  key_hash text not null unique,
  created_at bigint not null,
  expires_at bigint not null,
  made_by_user_id bigint references users
);

create index confirmations_email on confirmations (realm_id, purpose, email_key);

create index confirmations_user on confirmations (user_id);

create table custom_profile_fields (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  name text not null,
  name_key text not null,
  hint text not null,
  type integer not null,
  field_data text not null,
  "order" integer not null,
  display_in_profile_summary boolean not null,
  required boolean not null,
  editable_by_user boolean not null,
  use_for_user_matching boolean not null,
  unique (realm_id, name_key)
);

create table custom_profile_values (
  user_id bigint not null references users,
  field_id bigint not null references custom_profile_fields,
  value text not null,
  rendered_value text,
  primary key (user_id, field_id)
);

create index custom_profile_values_field on custom_profile_values (field_id);

create trigger custom_profile_values_revision_delete after delete on custom_profile_values begin update users set revision = revision + 1 where user_id = old.user_id; end;

create trigger custom_profile_values_revision_insert after insert on custom_profile_values begin update users set revision = revision + 1 where user_id = new.user_id; end;

create trigger custom_profile_values_revision_update after update on custom_profile_values begin update users set revision = revision + 1 where user_id = new.user_id; end;

create table delivered_scheduled_messages (
  scheduled_message_id bigint primary key,
  user_id bigint not null references users,
  delivered_at bigint not null
);

create index delivered_scheduled_messages_user on delivered_scheduled_messages (user_id, delivered_at);

create table devices (
  device_id integer primary key autoincrement,
  user_id bigint not null references users,
  push_key_id bigint,
  push_key_sealed text,
  token_kind text,
  push_token_id text,
  pending_token_kind text,
  pending_push_token_id text,
  push_token_last_updated_timestamp bigint,
  push_registration_error_code text
);

create index devices_active on devices (user_id) where push_token_id is not null;

create index devices_user on devices (user_id, device_id);

create table digest_schedules (
  realm_id bigint primary key references realms,
  weekday integer not null,
  since bigint not null
);

create table digests (
  user_id bigint primary key references users,
  for_day bigint not null,
  nonce text not null,
  key_hash text not null unique
);

create table drafts (
  id integer primary key autoincrement,
  user_id bigint not null references users,
  type text not null,
  "to" json not null,
  topic text not null,
  content text not null,
  timestamp bigint not null
);

create index drafts_user on drafts (user_id, timestamp, id);

create table erasures (
  user_id bigint primary key references users,
  realm_id bigint not null references realms,
  acting_user_id bigint references users,
  removes_messages boolean not null,
  requested_at bigint not null,
  finished_at bigint,
  stage text not null,
  after_id bigint not null default 0,
  until_id bigint not null,
  messages_removed bigint not null default 0,
  mentions_changed bigint not null default 0
);

create index erasures_realm on erasures (realm_id, requested_at);

create table event_queues (
  queue_id text primary key,
  realm_id bigint not null references realms,
  user_id bigint references users,
  options text not null,
  first_event_id bigint not null,
  last_event_id bigint not null,
  last_active_at bigint not null,
  idle_queue_timeout_secs bigint not null,
  session_id bigint,
  active_uptime_ms bigint not null default 0,
  token_id bigint
);

create index event_queues_realm on event_queues (realm_id, last_event_id);

create index event_queues_session on event_queues (session_id) where session_id is not null;

create index event_queues_token on event_queues (token_id) where token_id is not null;

create index event_queues_user on event_queues (user_id);

create table events (
  realm_id bigint not null,
  id bigint not null,
  type text not null,
  op text,
  body text not null,
  audience text not null,
  invalidated_user_ids text,
  primary key (realm_id, id)
);

create table external_identities (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  user_id bigint not null references users,
  issuer text not null,
  subject text not null,
  created_at bigint not null,
  unique (issuer, subject, realm_id),
  unique (user_id, issuer)
);

create trigger external_identities_revision_delete after delete on external_identities begin update users set revision = revision + 1 where user_id = old.user_id; end;

create trigger external_identities_revision_insert after insert on external_identities begin update users set revision = revision + 1 where user_id = new.user_id; end;

create table idempotency_keys (
  user_id bigint not null references users,
  idempotency_key text not null,
  endpoint text not null,
  digest text not null,
  status integer not null,
  answer text not null,
  created_at bigint not null,
  primary key (user_id, idempotency_key)
);

create index idempotency_keys_created on idempotency_keys (created_at);

create table import_ids (
  realm_id bigint not null references realms,
  kind text not null,
  from_id text not null,
  to_id bigint not null,
  position double precision,
  is_matched boolean not null default false,
  primary key (realm_id, kind, from_id)
);

create index import_ids_position on import_ids (realm_id, position, to_id) where position is not null;

create table imports (
  realm_id bigint primary key references realms,
  format text not null,
  digest text not null,
  finished_at bigint,
  into_existing boolean not null default false,
  undoing_since bigint
);

create table invites (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  invited_by_user_id bigint not null references users,
  email text,
  email_key text,
  nonce text not null,
  key_hash text not null unique,
  invited_as integer not null,
  invited bigint not null,
  expires_at bigint,
  validity_minutes bigint,
  stream_ids json not null,
  group_ids json not null,
  include_realm_default_subscriptions boolean not null,
  welcome_message_custom_text text,
  notify_referrer_on_join boolean not null,
  status text not null,
  emails_sent integer not null
);

create index invites_email on invites (realm_id, email_key);

create index invites_inviter on invites (invited_by_user_id, status);

create index invites_realm on invites (realm_id, status, id);

create table jobs (
  job_id integer primary key autoincrement,
  realm_id bigint not null references realms (realm_id),
  kind text not null,
  body json not null,
  run_at bigint not null,
  attempts integer not null default 0,
  claimed_until bigint not null default 0,
  failed_at bigint,
  error text,
  account_id bigint
);

create index jobs_due on jobs (kind, run_at) where failed_at is null;

create index jobs_of_accounts on jobs (kind, account_id, run_at) where failed_at is null;

create table link_previews (
  realm_id bigint not null references realms,
  url_digest text not null,
  preview json,
  expires_at bigint not null,
  primary key (realm_id, url_digest)
);

create index link_previews_expiring on link_previews (expires_at);

create table linkifiers (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  pattern text not null,
  url_template text not null,
  example_input text,
  reverse_template text,
  alternative_url_templates json not null,
  position integer not null,
  unique (realm_id, pattern)
);

create table log_gaps (
  realm_id bigint not null references realms,
  after_event_id bigint not null,
  until_event_id bigint not null,
  primary key (realm_id, after_event_id)
);

create table loose_files (
  file_key text primary key,
  realm_id bigint not null,
  remove_after bigint not null
);

create index loose_files_due on loose_files (remove_after);

create table mail_pending (
  realm_id bigint not null references realms,
  message_id bigint not null,
  only_for json,
  primary key (realm_id, message_id)
);

create table mail_readers (
  user_id bigint not null primary key references users,
  nonce text not null,
  key_hash text not null unique,
  hour_began bigint not null,
  emails_sent integer not null
);

create table message_edits (
  message_id bigint not null references messages,
  position bigint not null,
  user_id bigint references users,
  timestamp bigint not null,
  prev_content text,
  prev_rendered_content text,
  prev_topic text,
  topic text,
  prev_stream bigint,
  stream bigint,
  primary key (message_id, position)
);

create index message_edits_user on message_edits (user_id, message_id);

create table message_flags (
  user_id bigint not null references users,
  message_id bigint not null references messages,
  flags integer not null,
  primary key (user_id, message_id)
);

create index message_flags_message on message_flags (message_id);

create table message_moves (
  message_id bigint not null references messages,
  step integer not null,
  stream_id bigint not null references channels,
  recipient_id bigint not null references recipients,
  from_event_id bigint,
  until_event_id bigint not null,
  primary key (message_id, step)
);

create index message_moves_channel on message_moves (stream_id);

create index message_moves_first on message_moves (recipient_id, message_id) where step = 0;

create index message_moves_recipient on message_moves (recipient_id);

create virtual table message_search using fts5 (words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '|=~%#@^'");

create table messages (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  recipient_id bigint not null references recipients,
  sender_id bigint not null references users,
  subject text not null,
  topic_key text not null,
  content text not null,
  rendered_content text not null,
  client text not null,
  timestamp bigint not null,
  last_edit_timestamp bigint,
  last_moved_timestamp bigint,
  has_link boolean not null default false,
  has_image boolean not null default false,
  has_attachment boolean not null default false,
  wildcards integer not null default 0,
  is_edited boolean not null default false,
  revision bigint not null default 0
);

create index messages_attachment on messages (recipient_id, id) where has_attachment;

create index messages_image on messages (recipient_id, id) where has_image;

create index messages_link on messages (recipient_id, id) where has_link;

create index messages_sender_recipient on messages (sender_id, recipient_id, id);

create index messages_time on messages (realm_id, timestamp, id);

create index messages_topic on messages (recipient_id, topic_key, id, sender_id, is_edited, wildcards, revision, octet_length(rendered_content));

create index messages_unread on messages (recipient_id, id, sender_id, is_edited, subject, wildcards, revision, octet_length(rendered_content));

create index messages_wildcards on messages (realm_id, id) where wildcards <> 0;

create trigger messages_revision after update of recipient_id, sender_id, subject, content, rendered_content, client, timestamp, last_edit_timestamp, last_moved_timestamp, is_edited on messages begin update messages set revision = revision + 1 where id = new.id; end;

create table missed_messages (
  user_id bigint not null references users,
  message_id bigint not null,
  noted_at bigint not null,
  mailed_at bigint,
  primary key (user_id, message_id)
);

create index missed_messages_waiting on missed_messages (user_id, message_id) where mailed_at is null;

create table muted_users (
  user_id bigint not null references users,
  muted_user_id bigint not null references users,
  timestamp bigint not null,
  primary key (user_id, muted_user_id)
);

create index muted_users_muted on muted_users (muted_user_id);

create table navigation_views (
  id integer primary key autoincrement,
  user_id bigint not null references users,
  fragment text not null,
  is_pinned boolean not null,
  name text,
  unique (user_id, fragment),
  unique (user_id, name)
);

create table onboarding_steps (
  user_id bigint not null references users,
  name text not null,
  primary key (user_id, name)
);

create table passkeys (
  passkey_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  user_id bigint not null references users on delete cascade,
  name text not null,
  rp_id text not null,
  user_handle text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  created_at bigint not null,
  last_used_at bigint,
  unique (realm_id, credential_id)
);

create index passkeys_user on passkeys (user_id);

create trigger passkeys_revision_delete after delete on passkeys begin update users set revision = revision + 1 where user_id = old.user_id; end;

create trigger passkeys_revision_insert after insert on passkeys begin update users set revision = revision + 1 where user_id = new.user_id; end;

create table personal_exports (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  user_id bigint not null references users,
  acting_user_id bigint not null references users,
  is_public boolean not null,
  requested_at bigint not null,
  percent integer not null default 0,
  file_key text,
  size bigint,
  finished_at bigint,
  failed_at bigint
);

create index personal_exports_actor on personal_exports (acting_user_id, id);

create index personal_exports_user on personal_exports (user_id, requested_at);

create table playgrounds (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  name text not null,
  pygments_language text not null,
  url_template text not null,
  unique (realm_id, pygments_language, name)
);

create table push_notified (
  user_id bigint not null references users,
  message_id bigint not null,
  primary key (user_id, message_id)
);

create index push_notified_message on push_notified (message_id);

create table push_pending (
  realm_id bigint not null references realms,
  message_id bigint not null,
  only_for json,
  edition integer not null default 0,
  web_done boolean not null default false,
  primary key (realm_id, message_id)
);

create table push_tokens (
  id integer primary key autoincrement,
  user_id bigint not null references users,
  kind text not null,
  digest text not null,
  token_sealed text not null,
  app_id text,
  unique (user_id, kind, digest)
);

create table reactions (
  id integer primary key autoincrement,
  message_id bigint not null references messages,
  user_id bigint not null references users,
  emoji_name text not null,
  emoji_code text not null,
  reaction_type text not null,
  unique (message_id, user_id, emoji_code, reaction_type)
);

create index reactions_user on reactions (user_id, message_id);

create trigger reactions_revision_delete after delete on reactions begin update messages set revision = revision + 1 where id = old.message_id; end;

create trigger reactions_revision_insert after insert on reactions begin update messages set revision = revision + 1 where id = new.message_id; end;

create trigger reactions_revision_update after update on reactions begin update messages set revision = revision + 1 where id = new.message_id; end;

create table "read_ranges" (
  user_id bigint not null references users,
  recipient_id bigint not null references recipients,
  from_id bigint not null,
  until_id bigint not null,
  primary key (user_id, recipient_id, from_id)
) without rowid;

create index read_ranges_recipient on read_ranges (recipient_id, from_id, until_id);

create table realm_domains (
  realm_id bigint not null references realms,
  domain text not null,
  allow_subdomains boolean not null,
  primary key (realm_id, domain)
);

create table realm_emoji (
  emoji_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  name text not null,
  author_id bigint references users,
  file_key text not null,
  still_key text,
  deactivated boolean not null
);

create unique INDEX realm_emoji_name on realm_emoji (realm_id, name) where not deactivated;

create table realm_exports (
  id integer primary key autoincrement,
  realm_id bigint not null references realms,
  acting_user_id bigint not null references users,
  export_type text not null,
  export_time bigint not null,
  file_key text,
  size bigint,
  failed_timestamp bigint,
  deleted_timestamp bigint
);

create index realm_exports_realm on realm_exports (realm_id, id);

create table realm_pictures (
  realm_id bigint not null references realms,
  kind text not null,
  file_key text,
  version bigint not null,
  primary key (realm_id, kind)
);

create table realms (
  realm_id integer primary key autoincrement,
  uuid text not null,
  name text not null,
  description text not null,
  host text not null unique,
  url text not null,
  date_created bigint not null,
  settings json not null,
  last_event_id bigint not null,
  log_floor bigint not null,
  user_settings_defaults json not null default '{}',
  full_members_joined_by bigint,
  render_dictionary_stamp bigint not null default 0,
  push_notifications_refused boolean not null default false,
  push_notifications_end_timestamp bigint,
  surroundings_revision bigint not null default 0,
  deactivated_at bigint,
  owner_full_content_access boolean not null default false,
  limits_guests boolean not null default false,
  media_key text not null default '',
  deletion_due_at bigint
);

create trigger realms_revision after update of render_dictionary_stamp, settings on realms when true begin update realms set surroundings_revision = surroundings_revision + 1 where realm_id = new.realm_id; end;

create trigger realms_two_factor_revision after update of settings on realms when (old.settings ->> 'require_two_factor') is distinct from (new.settings ->> 'require_two_factor') begin update users set revision = revision + 1 where realm_id = new.realm_id and not is_bot; end;

create table recipient_users (
  recipient_id bigint not null references recipients,
  user_id bigint not null references users,
  primary key (recipient_id, user_id)
);

create index recipient_users_user on recipient_users (user_id);

create table recipients (
  recipient_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  stream_id bigint unique,
  user_key text,
  newest_deleted_id bigint,
  unique (realm_id, user_key)
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_digest text not null,
  primary key (user_id, code_digest)
);

create table reminders (
  id integer primary key autoincrement,
  user_id bigint not null references users,
  message_id bigint not null,
  note text not null,
  content text not null,
  rendered_content text not null,
  scheduled_delivery_timestamp bigint not null
);

create index reminders_message on reminders (message_id);

create index reminders_user on reminders (user_id, scheduled_delivery_timestamp);

create table saved_snippets (
  id integer primary key autoincrement,
  user_id bigint not null references users,
  title text not null,
  content text not null,
  date_created bigint not null
);

create index saved_snippets_user on saved_snippets (user_id, id);

create table scheduled_messages (
  id integer primary key autoincrement,
  user_id bigint not null references users,
  stream_id bigint references channels,
  user_ids json,
  topic text not null,
  content text not null,
  rendered_content text not null,
  client text not null,
  read_by_sender boolean not null,
  scheduled_delivery_timestamp bigint not null,
  failed boolean not null default false
);

create index scheduled_messages_user on scheduled_messages (user_id, scheduled_delivery_timestamp);

create table schema_version (
  version integer not null,
  name text not null,
  applied_at bigint not null,
  checksum text
);

create table scim_groups (
  group_id bigint primary key references user_groups on delete cascade,
  realm_id bigint not null references realms,
  external_id text not null,
  unique (realm_id, external_id)
);

create table scim_tokens (
  token_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  name text not null,
  token_digest text not null unique,
  created_at bigint not null,
  last_used_at bigint
);

create index scim_tokens_realm on scim_tokens (realm_id);

create table scim_users (
  user_id bigint primary key references users on delete cascade,
  realm_id bigint not null references realms,
  external_id text,
  user_name text,
  user_name_key text,
  given_name text,
  family_name text,
  unique (realm_id, external_id),
  unique (realm_id, user_name_key)
);

create table search_backlog (
  realm_id bigint primary key references realms,
  up_to_message_id bigint not null
);

create table secret_marks (
  id bigint primary key,
  mark text not null
);

create table server_keys (
  name text primary key,
  public_key text not null,
  private_key_sealed text not null
);

create table sessions (
  session_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  user_id bigint not null references users,
  key_digest text not null unique,
  device_name text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  ended_at bigint,
  confirmed_at bigint not null default 0,
  sign_on_sid text
);

create index sessions_account on sessions (user_id);

create index sessions_sign_on on sessions (sign_on_sid) where sign_on_sid is not null;

create index sessions_user on sessions (user_id, last_used_at) where ended_at is null;

create table setup_keys (
  id integer primary key,
  nonce text not null,
  key_hash text not null
);

create table sign_on_codes (
  code_digest text primary key,
  realm_id bigint not null references realms,
  user_id bigint not null references users,
  challenge text not null,
  sid text not null,
  authenticated_at bigint not null,
  session_id bigint,
  expires_at bigint not null
);

create index sign_on_codes_user on sign_on_codes (user_id);

create table silenced_senders (
  user_id bigint not null references users,
  sender_id bigint not null references users,
  until_id bigint not null,
  primary key (user_id, sender_id)
) without rowid;

create table spent_challenges (
  challenge_digest text primary key,
  realm_id bigint not null references realms,
  expires_at bigint not null
);

create index spent_challenges_realm on spent_challenges (realm_id, expires_at);

create table submessages (
  id integer primary key autoincrement,
  message_id bigint not null references messages,
  sender_id bigint not null references users,
  msg_type text not null,
  content text not null
);

create index submessages_message on submessages (message_id, id);

create index submessages_sender on submessages (sender_id, id);

create trigger submessages_revision_delete after delete on submessages begin update messages set revision = revision + 1 where id = old.message_id; end;

create trigger submessages_revision_insert after insert on submessages begin update messages set revision = revision + 1 where id = new.message_id; end;

create trigger submessages_revision_update after update on submessages begin update messages set revision = revision + 1 where id = new.message_id; end;

create table subscription_spans (
  user_id bigint not null references users,
  stream_id bigint not null references channels,
  after_message_id bigint not null,
  until_message_id bigint,
  after_event_id bigint not null,
  until_event_id bigint,
  primary key (user_id, stream_id, after_event_id)
);

create index subscription_spans_channel on subscription_spans (stream_id);

create table subscriptions (
  user_id bigint not null references users,
  stream_id bigint not null references channels,
  active boolean not null,
  color text not null,
  is_muted boolean not null,
  pin_to_top boolean not null,
  desktop_notifications boolean,
  email_notifications boolean,
  push_notifications boolean,
  audible_notifications boolean,
  wildcard_mentions_notify boolean,
  primary key (user_id, stream_id)
);

create index subscriptions_channel on subscriptions (stream_id, user_id, active);

create index subscriptions_email on subscriptions (stream_id, user_id) where email_notifications and active;

create index subscriptions_push on subscriptions (stream_id, user_id) where push_notifications and active;

create table two_factor (
  user_id bigint primary key references users on delete cascade,
  secret_sealed text not null,
  enabled_at bigint not null,
  last_step bigint not null
);

create trigger two_factor_revision_delete after delete on two_factor begin update users set revision = revision + 1 where user_id = old.user_id; end;

create trigger two_factor_revision_insert after insert on two_factor begin update users set revision = revision + 1 where user_id = new.user_id; end;

create table unfinished_uploads (
  upload_id text primary key,
  realm_id bigint not null references realms,
  user_id bigint not null references users,
  size bigint not null,
  expires_at bigint not null
);

create index unfinished_uploads_expiry on unfinished_uploads (expires_at);

create index unfinished_uploads_realm on unfinished_uploads (realm_id);

create index unfinished_uploads_user on unfinished_uploads (user_id);

create table unread_marks (
  user_id bigint not null references users,
  message_id bigint not null references messages,
  primary key (user_id, message_id)
) without rowid;

create index unread_marks_message on unread_marks (message_id);

create table upload_space (
  realm_id bigint primary key references realms,
  used_bytes bigint not null,
  quota_mib bigint
);

create table uptime (
  uptime_ms bigint not null
);

create table user_group_members (
  group_id bigint not null references user_groups,
  user_id bigint not null references users,
  primary key (group_id, user_id)
);

create index user_group_members_user on user_group_members (user_id);

create table user_group_subgroups (
  group_id bigint not null references user_groups,
  subgroup_id bigint not null references user_groups,
  primary key (group_id, subgroup_id)
);

create index user_group_subgroups_nested on user_group_subgroups (subgroup_id);

create table user_groups (
  group_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  name text not null,
  description text not null,
  is_system_group boolean not null,
  creator_id bigint references users,
  date_created bigint,
  deactivated boolean not null,
  can_add_members_group json not null,
  can_join_group json not null,
  can_leave_group json not null,
  can_manage_group json not null,
  can_mention_group json not null,
  can_remove_members_group json not null,
  name_key text not null default '',
  unique (realm_id, name)
);

create index user_groups_creator on user_groups (creator_id, deactivated);

create unique INDEX user_groups_name on user_groups (realm_id, name_key);

create table user_presence (
  user_id bigint primary key references users,
  realm_id bigint not null references realms,
  active_timestamp bigint not null,
  idle_timestamp bigint not null,
  update_id bigint not null
);

create index user_presence_update on user_presence (realm_id, update_id);

create table user_status (
  user_id bigint primary key references users,
  status_text text not null,
  emoji_name text not null,
  emoji_code text not null,
  reaction_type text not null
);

create table user_topics (
  user_id bigint not null references users,
  stream_id bigint not null references channels,
  topic_key text not null,
  topic_name text not null,
  visibility_policy integer not null,
  last_updated bigint not null,
  primary key (user_id, stream_id, topic_key)
);

create index user_topics_topic on user_topics (stream_id, topic_key, visibility_policy, user_id);

create table users (
  user_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  email text not null,
  email_key text not null,
  full_name text not null,
  password_hash text,
  api_key_generation integer not null,
  role integer not null,
  is_active boolean not null,
  is_bot boolean not null,
  bot_type integer,
  bot_owner_id bigint references users,
  date_joined bigint not null,
  timezone text not null,
  avatar_source text not null,
  avatar_version integer not null,
  settings json not null,
  edited_settings json not null default '[]',
  can_create_users boolean not null default true,
  can_change_user_emails boolean not null default false,
  is_system_bot boolean not null default false,
  avatar_key text,
  revision bigint not null default 0,
  awaits_first_login boolean not null default false,
  is_erased boolean not null default false,
  is_imported_stub boolean not null default false,
  unique (realm_id, email_key)
);

create index users_bot_owner on users (bot_owner_id, is_active) where bot_owner_id is not null;

create index users_bots on users (realm_id, user_id) where is_bot;

create index users_email on users (realm_id, user_id) where cast(settings ->> 'enable_stream_email_notifications' as text) in ('1', 'true');

create index users_inactive on users (realm_id, user_id) where not is_active;

create index users_name on users (realm_id, lower(full_name));

create index users_presence_chosen on users (realm_id) where (settings ->> 'presence_enabled') is not null;

create index users_push on users (realm_id, user_id) where cast(settings ->> 'enable_stream_push_notifications' as text) in ('1', 'true');

create index users_revision on users (realm_id, user_id, revision, role, is_active);

create index users_timezone on users (realm_id, timezone, user_id) where is_active and not is_bot;

create trigger users_channels_revision after update of is_active on users when old.is_active is distinct from new.is_active begin update channels set revision = revision + 1 where stream_id in (select stream_id from subscriptions where user_id = new.user_id and active); end;

create trigger users_revision after update of full_name, email, is_bot, avatar_version, avatar_key, settings on users when old.full_name is distinct from new.full_name or old.email is distinct from new.email or old.is_bot is distinct from new.is_bot or old.avatar_version is distinct from new.avatar_version or old.avatar_key is distinct from new.avatar_key or (old.settings ->> 'email_address_visibility') is distinct from (new.settings ->> 'email_address_visibility') begin update realms set surroundings_revision = surroundings_revision + 1 where realm_id = new.realm_id; end;

create trigger users_row_revision after update on users when new.revision = old.revision begin update users set revision = revision + 1 where user_id = new.user_id; end;

create table web_push_subscriptions (
  subscription_id integer primary key autoincrement,
  realm_id bigint not null references realms,
  user_id bigint not null references users,
  session_id bigint,
  endpoint_digest text not null,
  sealed text not null,
  created_at bigint not null,
  unique (realm_id, endpoint_digest)
);

create index web_push_subscriptions_session on web_push_subscriptions (session_id) where session_id is not null;

create index web_push_subscriptions_user on web_push_subscriptions (user_id);

create table zoom_tokens (
  user_id bigint primary key references users (user_id),
  token text not null
);
