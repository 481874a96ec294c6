// Whether the service worker or an open page shows a pushed message. Pure; runs in the service worker. [WB103]

export interface PushContext {
  /** The pages that show notifications themselves, each with its visibility. */
  readonly open_pages: readonly { readonly visible: boolean }[];
  /** The newest message in the conversation's notification; null without one. */
  readonly shown_id: number | null;
  readonly message_id: number;
  /** The browser requires a notification for every push, even while a page is visible. */
  readonly always: boolean;
}

/**
 * `page`: a visible page notifies of it or shows the message itself. `again`: replaces the page's notification by an
 * equal one, because browsers require each push to show something. `quiet`: a hidden page plays the sound.
 */
export type Decision = 'page' | 'again' | 'quiet' | 'loud';

export function decide({ open_pages, shown_id, message_id, always }: PushContext): Decision {
  if (open_pages.length === 0) return 'loud';
  if (!always && open_pages.some(({ visible }) => visible)) return 'page';
  return shown_id !== null && shown_id >= message_id ? 'again' : 'quiet';
}

/** Safari ends subscriptions whose pushes show nothing; other browsers exempt visible pages. */
export const showsAlways = (user_agent: string): boolean =>
  /AppleWebKit\//.test(user_agent) && !/Chrom(?:e|ium)\//.test(user_agent);
