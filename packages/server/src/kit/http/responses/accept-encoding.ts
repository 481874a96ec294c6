// Chooses the encoding of a response from what the client accepts.

/** The first available encoding that the client accepts; `;q=0` refuses one. */
export function encodingFor<Encoding extends string>(request: Request, at_hand: readonly Encoding[]): Encoding | null {
  const accepted = (request.headers.get('accept-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(';'))
    .filter(([, q]) => !/^\s*q=0(\.0*)?\s*$/.test(q ?? ''))
    .map(([name]) => name!.trim());
  return at_hand.find((encoding) => accepted.includes(encoding)) ?? null;
}
