// Traces, as the code that is traced sees them. Off, there is no Tracing, and each place costs one check of a null.

/** Never contents, names, addresses or keys: ids, kinds, counts and times. [TR3] */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  /** `server`: a request that was received, `client`: one that was sent. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes: SpanAttributes;
  /** The caller's W3C `traceparent`, if it is to be continued. */
  readonly traceparent?: string | null;
}

export interface Span {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Counts as failed, without a message: messages may quote contents. */
  fail(): void;
  /** Continues the trace elsewhere. */
  readonly traceparent: string;
}

export interface Tracing {
  /** Runs work in a span, a child of the one around it. It fails if the work throws. */
  within<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
}
