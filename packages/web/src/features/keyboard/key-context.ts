// What shortcuts act on.
import type { Navigation } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';

export interface KeyContext {
  readonly engine: Engine;
  readonly navigation: Navigation;
}
