// The icon of a channel in its colour: a hash, a lock for private channels, a globe for web-public ones.
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../../base/ui/icon.tsx';
import type { KnownChannel } from '../../model/state/state.ts';

export function ChannelMark({ channel }: { channel: KnownChannel | null }) {
  const element = useRef<HTMLSpanElement>(null);
  const color = channel?.color ?? null;
  useLayoutEffect(() => {
    if (color) element.current?.style.setProperty('--channel', color);
  }, [color]);
  return (
    <span ref={element} className="channel-mark">
      <Icon name={channel?.invite_only ? 'lock' : channel?.is_web_public ? 'globe' : 'channel'} size={16} />
    </span>
  );
}
