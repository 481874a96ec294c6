// What every integration is: a name and a pure function from a service's payload to a message. Types only.

/** A message that a payload became. What users of the service wrote is made harmless by markdown.rules.ts. */
export interface Notice {
  readonly topic: string;
  readonly content: string;
  /** The kind of event, as `only_events` and `exclude_events` name it; null where there are none. */
  readonly event: string | null;
}

export interface Delivery {
  readonly headers: Headers;
  /** The body as JSON, or the form's fields. */
  readonly payload: unknown;
}

export interface Integration {
  /** As in the address of its webhook. */
  readonly name: string;
  readonly display_name: string;
  readonly event_types: readonly string[] | null;
  /**
   * Null for what is understood and not worth a message. Throws UnsupportedEvent for kinds of events that it has no words
   * for, and a ZodError for what the service can't have sent.
   */
  format(delivery: Delivery): Notice | null;
}

/** Thrown by a format for a kind of event without words. */
export class UnsupportedEvent extends Error {
  override readonly name = 'UnsupportedEvent';
  constructor(readonly event_type: string | null) {
    super(`unsupported event ${event_type}`);
  }
}
