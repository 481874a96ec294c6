// Whether the service worker or an open page shows a pushed message. Pure: it runs in the service worker. [WB103]

export interface PushContext {
  /** The pages that show notifications themselves, each with whether it is visible. */
  readonly open_pages: readonly { readonly visible: boolean }[];
  /** The newest message that the conversation's notification is about; null if there is none. */
  readonly shown_id: number | null;
  readonly message_id: number;
  /** The browser wants something shown for every push, whatever the reader sees. */
  readonly always: boolean;
}

/**
 * `page`: a page that can be seen tells of it, or shows the message itself. `again`: what a page has shown stays, and is shown
 * once more in its place, because browsers want each push to show something. `quiet`: a page that can't be seen makes the sound.
 */
export type Decision = 'page' | 'again' | 'quiet' | 'loud';

export function decide({ open_pages, shown_id, message_id, always }: PushContext): Decision {
  if (open_pages.length === 0) return 'loud';
  if (!always && open_pages.some(({ visible }) => visible)) return 'page';
  return shown_id !== null && shown_id >= message_id ? 'again' : 'quiet';
}

/** Safari ends subscriptions whose pushes show nothing; other browsers make an exception for a page that can be seen. */
export const showsAlways = (user_agent: string): boolean =>
  /AppleWebKit\//.test(user_agent) && !/Chrom(?:e|ium)\//.test(user_agent);
