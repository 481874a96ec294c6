// What the search field says: tokens, and the text after them.
import { type RefObject, useEffect, useState } from 'react';
import { keyOf, type Term } from '../../base/views/view.ts';
import { isWebPublic } from '../../base/views/visitor-view.ts';
import { isVisitor, useEngine, useNavigation } from '../../model/engine/context.ts';
import { fieldOf, parseQuery, withTerm } from './query.ts';
import type { SearchProps } from './search-box.tsx';

export type SearchTerms = ReturnType<typeof useSearchTerms>;

/** The terms of the view, until others are typed. */
export function useSearchTerms({ begun }: SearchProps, input: RefObject<HTMLInputElement | null>) {
  const engine = useEngine();
  const { view, date } = useNavigation().route;
  const key = keyOf(view);
  const [tokens, setTokens] = useState<readonly Term[]>([]);
  const [typed, setTyped] = useState(begun.current?.text ?? '');
  const fill = (terms: readonly Term[], words: string) => {
    setTokens(terms);
    setTyped(words);
  };
  const showView = () => {
    const { tokens, words } = fieldOf(view);
    const day: Term[] = view.kind === 'search' && date ? [{ operator: 'date', operand: date, negated: false }] : [];
    // Visitors search nothing else.
    const shown = isVisitor(engine) ? tokens.filter((token) => !isWebPublic(token)) : tokens;
    fill([...shown, ...day], words);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another view changes what the field says
  useEffect(() => {
    const { current } = begun;
    begun.current = null;
    // Text that is being typed stays.
    if (!current && document.activeElement !== input.current) showView();
    else if (current?.had_focus) input.current?.focus();
  }, [key, date]);
  /** Complete terms in the text before the added ones become tokens too. */
  const addTokens = (terms: readonly Term[], text_before: string) => {
    const before = parseQuery(text_before, engine.state.get());
    const whole = before.is_complete ? before.terms.filter(({ operator }) => operator !== 'search') : [];
    const words = before.is_complete
      ? String(before.terms.find(({ operator }) => operator === 'search')?.operand ?? '')
      : text_before;
    setTokens((now) => [...whole, ...terms].reduce<readonly Term[]>(withTerm, now));
    setTyped(words === '' ? '' : `${words} `);
  };
  return { tokens, typed, setTokens, setTyped, fill, showView, addTokens };
}
