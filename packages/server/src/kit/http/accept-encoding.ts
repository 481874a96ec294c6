// Which encoding of an answer a client takes.

/** The first of the encodings at hand that the client names; `;q=0` refuses one. */
export function encodingFor<Encoding extends string>(request: Request, at_hand: readonly Encoding[]): Encoding | null {
  const accepted = (request.headers.get('accept-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(';'))
    .filter(([, q]) => !/^\s*q=0(\.0*)?\s*$/.test(q ?? ''))
    .map(([name]) => name!.trim());
  return at_hand.find((encoding) => accepted.includes(encoding)) ?? null;
}
