// The menu of a channel, in the sidebar and in its header.
import { t } from '../../base/text/text.ts';
import { LazyMenu } from '../../base/ui/lazy-menu.tsx';
import type { KnownChannel } from '../../model/state/state.ts';

const loadItems = async () => (await import('./channel-menu-items.tsx')).ChannelMenuItems;

export function ChannelMenu({ channel, className }: { channel: KnownChannel; className?: string }) {
  return (
    <LazyMenu label={t('channel_menu', { channel: channel.name })} className={className} load={loadItems}>
      {(Items) => <Items channel_id={channel.stream_id} />}
    </LazyMenu>
  );
}
