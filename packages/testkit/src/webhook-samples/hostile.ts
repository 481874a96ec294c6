// Payloads with hostile text or wrong values at every place.

/** Fields that choose the format are kept; otherwise no message would be produced. */
const KEPT = new Set([
  'action',
  'alert_type',
  'build_status',
  'check_state_name',
  'check_type',
  'entity_type',
  'event',
  'event_name',
  'event_type',
  'eventKey',
  'eventType',
  'hook',
  'issue_event_type_name',
  'kind',
  'noteable_type',
  'object_kind',
  'reference_type',
  'state',
  'status',
  'trigger',
  'triggered_event',
  'type',
  'webhookEvent',
]);

/** The topic of some services is a kind of event: `user.created`. */
const isKept = (key: string, text: string) => KEPT.has(key) || (key === 'topic' && /^[a-z_.]+$/.test(text));

export function saying(value: unknown, words: string, key = ''): unknown {
  if (typeof value === 'string') return isKept(key, value) ? value : words;
  if (Array.isArray(value)) return value.map((item) => saying(item, words, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, saying(member, words, name)]));
}

/** Values that no service sends. */
const NONSENSE: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  '',
  'x'.repeat(100_000),
  '\ud800',
  'constructor',
  '__proto__',
  [],
  {},
  [[[]]],
  ['x'],
  { toString: 1, length: -1 },
  [null, { a: null }],
];

/** The paths of all places in a payload. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => places(member, [...path, key]))
      : [];
  return [path, ...inside];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const inside = (value as Record<string, unknown>)[key];
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? replaced(item, rest, by) : item));
  return { ...(value as object), [key]: replaced(inside, rest, by) };
}

function without(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return undefined;
  if (Array.isArray(value))
    return value
      .filter((_, at) => String(at) !== key || rest.length > 0)
      .map((item, at) => (String(at) === key ? without(item, rest) : item));
  const { [key]: inside, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [key]: without(inside, rest) };
}

/** The payload with a wrong value at each place, a different one per `turn`; and with the place removed. */
export function* mutations(payload: unknown, turn: number): Generator<unknown> {
  for (const [index, path] of places(payload).entries()) {
    for (const [at, nonsense] of NONSENSE.entries())
      if (at % 4 === (index + turn) % 4) yield replaced(payload, path, nonsense);
    if (path.length > 0) yield without(payload, path);
  }
}
