// A setting that is a channel: saved as soon as one is chosen.
import { useId } from 'react';
import { Hint, useSaved } from '../../base/ui/controls.tsx';
import type { KnownChannel } from '../../model/state/state.ts';
import { ChannelChooser } from './channel-chooser.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: number | null;
  readonly disabled?: boolean;
  readonly channels: readonly KnownChannel[];
  /** What no channel is called. */
  readonly none: string;
  /** What is said of the channel that is set, where the reader doesn't know of it. */
  readonly unknown?: string;
  save(channel_id: number | null): Promise<unknown>;
}

export function ChannelRow({ label, hint, value, disabled = false, channels, none, unknown, save }: Props) {
  const id = useId();
  const { shown, change } = useSaved(value, save);
  return (
    <div className="setting">
      <ChannelChooser
        label={label}
        channels={channels}
        value={shown}
        none={{ label: none, icon: 'close' }}
        unknown={unknown}
        disabled={disabled}
        described_by={hint ? id : undefined}
        change={(channel_id) => void change(channel_id)}
      />
      <Hint id={id}>{hint}</Hint>
    </div>
  );
}
