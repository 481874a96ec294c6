// Addresses within the channels page, as existing clients link to them. Pure.
import { hashOf } from '../../base/views/view.ts';

export const LISTS = ['subscribed', 'available', 'all', 'archived'] as const;
export type ListKind = (typeof LISTS)[number];
export const TABS = ['general', 'personal', 'subscribers', 'permissions'] as const;
export type Tab = (typeof TABS)[number];

export type ChannelsRoute =
  | { readonly kind: 'list'; readonly list: ListKind }
  | { readonly kind: 'new' }
  | { readonly kind: 'folders' }
  | { readonly kind: 'channel'; readonly channel_id: number; readonly tab: Tab };

/** An older name that links still contain. */
const FORMER_LISTS: Readonly<Record<string, ListKind>> = { notsubscribed: 'available' };

/** Unknown addresses show the list of subscribed channels. */
export function parseChannelsPath([first = '', ...rest]: readonly string[]): ChannelsRoute {
  if (first === 'new' || first === 'folders') return { kind: first };
  if (/^\d{1,15}$/.test(first)) {
    // The segment before may be the name of a channel, which may equal that of a tab.
    const tab = TABS.find((name) => name === rest.at(-1)) ?? 'general';
    return { kind: 'channel', channel_id: Number(first), tab };
  }
  const list =
    LISTS.find((name) => name === first) ?? (Object.hasOwn(FORMER_LISTS, first) ? FORMER_LISTS[first] : null);
  return { kind: 'list', list: list ?? 'subscribed' };
}

const page = (...path: string[]) => hashOf({ kind: 'page', page: 'channels', path });

export const listHash = (list: ListKind) => page(list);
export const newChannelHash = () => page('new');
export const foldersHash = () => page('folders');

/** The name is for people; only the id is parsed. */
export function channelHash(channel: { readonly stream_id: number; readonly name: string }, tab: Tab): string {
  const name = channel.name.trim().replace(/\s+/g, '-');
  return name === '' ? page(String(channel.stream_id), tab) : page(String(channel.stream_id), name, tab);
}
