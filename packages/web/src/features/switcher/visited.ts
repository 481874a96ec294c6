// The recently visited views: neither stored nor sent.
import { keyOf, type View } from '../../base/views/view.ts';

const MOST = 50;
let visited: readonly View[] = [];

/** Most recent first, each once. */
export const visitedViews = (): readonly View[] => visited;

export function rememberVisit(view: View): void {
  const key = keyOf(view);
  visited = [view, ...visited.filter((view) => keyOf(view) !== key)].slice(0, MOST);
}
