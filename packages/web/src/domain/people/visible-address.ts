// The address of somebody as far as the reader may see it.
import type { Person } from '../../model/state/state.ts';

/** Null if it is hidden: the `email` that people have then is made up by the server. Bots have no other one. */
export const visibleAddress = ({ delivery_email, email, is_bot }: Person): string | null =>
  delivery_email ?? (is_bot ? email : null);
