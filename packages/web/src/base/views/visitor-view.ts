// Which addresses can be read without an account, as far as the client knows; the server decides. [WB281]
import { parseHash, type Route, type Term, type View } from './view.ts';

export const WEB_PUBLIC: Term = { operator: 'channels', operand: 'web-public', negated: false };
/** All that visitors may read, in one list. */
export const VISITOR_HOME = { kind: 'search', terms: [WEB_PUBLIC] } as const satisfies View;

const NOWHERE: View = { kind: 'inbox' };
const OPERATORS = new Set([
  'channel',
  'stream',
  'topic',
  'subject',
  'sender',
  'from',
  'has',
  'search',
  'near',
  'id',
  'date',
  'before',
]);
const isChannel = ({ operator }: Term) => operator === 'channel' || operator === 'stream';
export const isWebPublic = ({ operator, operand, negated }: Term) =>
  operator === WEB_PUBLIC.operator && operand === WEB_PUBLIC.operand && !negated;

/** Whether the server accepts a term without an account. [MS18] */
export const mayVisitorsSearch = (term: Term): boolean =>
  OPERATORS.has(term.operator) || isWebPublic(term) || (term.operator === 'is' && term.operand === 'resolved');

/** The place of an address; null if reading it takes an account. A search must name where: a channel, or all web-public ones. */
export function visitorRoute(hash: string, isReadable: (channel_id: number) => boolean): Route | null {
  const route = parseHash(hash, NOWHERE, 0);
  const { view } = route;
  if ('channel_id' in view) return isReadable(view.channel_id) ? route : null;
  if (view.kind !== 'search' || !view.terms.every(mayVisitorsSearch)) return null;
  const channels = view.terms.filter((term) => isChannel(term) && !term.negated);
  if (!channels.every(({ operand }) => isReadable(Number(operand)))) return null;
  return channels.length > 0 || view.terms.some(isWebPublic) ? route : null;
}

/** A view as visitors get it: the combined feed and searches of everything are those of the web-public channels. */
export function visitorView(view: View): View {
  if (view.kind === 'feed') return VISITOR_HOME;
  if (view.kind !== 'search' || view.terms.some((term) => isChannel(term) || isWebPublic(term))) return view;
  return { kind: 'search', terms: [WEB_PUBLIC, ...view.terms] };
}
