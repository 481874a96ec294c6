// A delivery of a service, and how samples are listed.

export interface Sample {
  /** The service and the event kind. */
  readonly name: string;
  readonly service: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

/** `payloads`: by event kind. */
export const plain = (service: string, payloads: Readonly<Record<string, unknown>>): Sample[] =>
  Object.entries(payloads).map(([kind, payload]) => ({ name: `${service} ${kind}`, service, headers: {}, payload }));

/** Samples whose header follows from their event kind. */
export const headed = (
  service: string,
  header: string,
  payloads: Readonly<Record<string, unknown>>,
  event: (kind: string) => string,
): Sample[] =>
  plain(service, payloads).map((sample) => ({
    ...sample,
    headers: { [header]: event(sample.name.slice(service.length + 1)) },
  }));
