// The interface of integrations: what clients are told of a service, and a pure function from payload to message. Types only.
import type { IncomingWebhook } from '@stoa/contract';

/** A message made from a payload. Text of the service's users is escaped by markdown.rules.ts. */
export interface Notice {
  readonly topic: string;
  readonly content: string;
  /** The event kind, as in `only_events` and `exclude_events`; null for services without kinds. */
  readonly event: string | null;
}

/** A notice before its event kind is known. */
export type Message = Omit<Notice, 'event'>;

/** Options in the webhook's URL besides the destination. [WH13] */
export interface UrlOptions {
  /** Comma-separated patterns; pushes to other branches are ignored. */
  readonly branches: string | null;
  readonly ignore_private_repositories: boolean;
  readonly use_merge_request_title: boolean;
  /** The alert fields that give the topic and the description. */
  readonly name: string | null;
  readonly desc: string | null;
  /** "0" or "1": whether a Slack channel becomes a channel or a topic. */
  readonly channels_map_to_topics: string | null;
}

export interface Delivery {
  readonly headers: Headers;
  /** The body as JSON, the fields of a form, or XML: the root element as the only key, elements as keys of their parents. */
  readonly payload: unknown;
  readonly options: UrlOptions;
  /** Whether the URL sets the topic: then the content repeats what the topic would have said. */
  readonly has_topic: boolean;
}

type UrlOption = IncomingWebhook['url_options'][number];

/** The options that a URL can have, as clients offer them. */
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

/**
 * Null for events without a message; several messages for a payload with several topics. Throws UnsupportedEvent for unknown event kinds,
 * and a ZodError for payloads the service cannot have sent.
 */
export type PayloadFormat = (delivery: Delivery) => Notice | readonly Notice[] | null;

export interface Integration {
  /** As in the webhook's URL. */
  readonly name: string;
  readonly display_name: string;
  readonly event_types: readonly string[] | null;
  readonly url_options?: readonly UrlOption[];
  /** Whether the service posts a form whose fields are the payload, rather than JSON. */
  readonly takes_form?: boolean;
  /** Whether the service posts XML, or did so. */
  readonly takes_xml?: boolean;
  /** The field of a form that has the payload as JSON, if it is not `payload`. */
  readonly payload_field?: string;
  /** With the first delivery: an organization uses few of the services, and their formats take memory. */
  load(): Promise<PayloadFormat>;
}

/** Thrown for an event kind without a message text. */
export class UnsupportedEvent extends Error {
  override readonly name = 'UnsupportedEvent';
  constructor(readonly event_type: string | null) {
    super(`unsupported event ${event_type}`);
  }
}
