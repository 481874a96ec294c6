// What every integration is: a name and a pure function from a service's payload to a message. Types only.
import type { IncomingWebhook } from '@stoa/contract';

/** A message that a payload became. What users of the service wrote is made harmless by markdown.rules.ts. */
export interface Notice {
  readonly topic: string;
  readonly content: string;
  /** The kind of event, as `only_events` and `exclude_events` name it; null where there are none. */
  readonly event: string | null;
}

/** What the webhook's address says beside where to send. [WH13] */
export interface UrlOptions {
  /** Patterns separated by commas; pushes to other branches are left out. */
  readonly branches: string | null;
  readonly ignore_private_repositories: boolean;
  readonly use_merge_request_title: boolean;
  /** Which field of an alert names the topic, and which describes it. */
  readonly name: string | null;
  readonly desc: string | null;
  /** "0" or "1": whether a Slack channel becomes a channel or a topic. */
  readonly channels_map_to_topics: string | null;
}

export interface Delivery {
  readonly headers: Headers;
  /** The body as JSON, or the form's fields. */
  readonly payload: unknown;
  readonly options: UrlOptions;
  /** Whether the address names the topic: then the content says what the topic would have said. */
  readonly has_topic: boolean;
}

type UrlOption = IncomingWebhook['url_options'][number];

/** The options that an integration's address may have, as clients offer them. */
export const BRANCHES: UrlOption = { key: 'branches', label: '', validator: 'check_string' };
export const IGNORE_PRIVATE_REPOSITORIES: UrlOption = {
  key: 'ignore_private_repositories',
  label: 'Exclude notifications from private repositories',
  validator: 'check_bool',
};
export const USE_MERGE_REQUEST_TITLE: UrlOption = {
  key: 'use_merge_request_title',
  label: 'Include merge request titles in topics',
  validator: 'check_bool',
};

export interface Integration {
  /** As in the address of its webhook. */
  readonly name: string;
  readonly display_name: string;
  readonly event_types: readonly string[] | null;
  readonly url_options?: readonly UrlOption[];
  /** Whether the service posts a form whose fields are the payload, rather than JSON. */
  readonly takes_form?: boolean;
  /**
   * Null for what is understood and not worth a message; several where a payload is about several topics. Throws UnsupportedEvent for kinds of events that it has no words
   * for, and a ZodError for what the service can't have sent.
   */
  format(delivery: Delivery): Notice | readonly Notice[] | null;
}

/** Thrown by a format for a kind of event without words. */
export class UnsupportedEvent extends Error {
  override readonly name = 'UnsupportedEvent';
  constructor(readonly event_type: string | null) {
    super(`unsupported event ${event_type}`);
  }
}
