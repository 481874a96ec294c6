// A setting whose value is a channel; saved when one is chosen.
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
  /** Key of the option for no channel. */
  readonly none: string;
  /** Label of a set channel that the reader can't see. */
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
