// Sealed texts that one call gives out and a later one takes back within a time. Nothing of them is stored.
import { z } from 'zod';
import type { Vault } from './vault.ts';

interface Opened<Content> {
  readonly content: Content;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** A kind of such texts: for how long they count, and what is in them. */
export class TimedSeal<Content> {
  private readonly sealed: z.ZodType<Opened<Content>>;

  constructor(
    readonly seconds: number,
    content: z.ZodType<Content>,
  ) {
    this.sealed = z.object({ content, expires_at: z.number() });
  }

  /** `purpose` names whom the text is for: it counts for nobody else. `now` in milliseconds. */
  seal(vault: Vault, purpose: string, content: Content, now: number): string {
    const opened: Opened<Content> = { content, expires_at: now + this.seconds * 1000 };
    return vault.seal(JSON.stringify(opened), purpose);
  }

  /** Null if the text is forged, for another purpose, or too old. */
  open(vault: Vault, purpose: string, text: string, now: number): Opened<Content> | null {
    try {
      const opened = this.sealed.parse(JSON.parse(vault.open(text, purpose)));
      return opened.expires_at > now ? opened : null;
    } catch {
      return null;
    }
  }
}
