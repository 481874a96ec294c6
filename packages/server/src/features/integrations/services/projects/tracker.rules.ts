// Message texts shared by services for planning and tracking work. Pure.
import { bold, inline } from '../../markdown.rules.ts';

/** A change of a field, as the rest of a sentence: "Changed status from **To do** to **Done**". */
export function changed(field: string, from: string | null | undefined, to: string | null | undefined): string {
  const [before, after] = [bold(from ?? ''), bold(to ?? '')];
  const name = inline(field);
  if (after === '') return before === '' ? `Changed ${name}` : `Removed ${name} ${before}`;
  return before === '' ? `Changed ${name} to ${after}` : `Changed ${name} from ${before} to ${after}`;
}
