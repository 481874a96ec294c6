// Chooses one of many channels: a button that shows the choice, and a searchable list below it.
import * as Ariakit from '@ariakit/react';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Icon, type IconName } from '../../base/ui/icon.tsx';
import { SuggestionText } from '../../base/ui/suggestion-text.tsx';
import { useIncrementalList } from '../../base/ui/use-incremental-list.ts';
import { useEngine } from '../../model/engine/context.ts';
import { findChannel, type KnownChannel } from '../../model/state/state.ts';
import { findChannels } from './channel-list.ts';
import { ChannelMark } from './channel-mark.tsx';

interface Props {
  readonly label: string;
  /** Hides the name visually. */
  readonly hide_label?: boolean;
  /** The offered channels, in order. */
  readonly channels: readonly KnownChannel[];
  readonly value: number | null;
  /** An option other than a channel. Without it a channel must be chosen. */
  readonly none?: { readonly label: string; readonly icon: IconName };
  /** Label of a chosen channel that the reader can't see. */
  readonly unknown?: string;
  readonly disabled?: boolean;
  readonly described_by?: string | undefined;
  /** Receives the focus when the list closes; the button by default. */
  readonly after?: { readonly current: HTMLElement | null };
  change(channel_id: number | null): void;
  /** Called before the list closes, also if the choice did not change. */
  picked?(): void;
}

/** Options rendered below the chosen one. */
const AROUND = 60;
/** Keys of the options; `none` cannot be a channel id. */
const NONE = 'none';
const nameOf = (value: number | null) => (value === null ? NONE : String(value));

export function ChannelChooser({
  label,
  hide_label = false,
  channels,
  value,
  none,
  unknown,
  disabled = false,
  described_by,
  after,
  change,
  picked,
}: Props) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { state } = useEngine();
  const button = useRef<HTMLButtonElement>(null);
  const channel = value === null ? null : findChannel(state.get(), value);
  const shown =
    value === null
      ? (none?.label ?? (hide_label ? label : t('choose_channel')))
      : (channel?.name ?? unknown ?? t('unknown_channel'));
  const icon = value === null ? none?.icon : undefined;
  return (
    <div className="channel-chooser">
      <Ariakit.ComboboxProvider setValue={setTyped} resetValueOnHide>
        <Ariakit.SelectProvider
          value={nameOf(value)}
          setValue={(chosen) => change(chosen === NONE ? null : Number(chosen))}
          open={open}
          setOpen={setOpen}
        >
          <Ariakit.SelectLabel className={hide_label ? 'hidden-text' : 'channel-chooser-label'}>
            {label}
          </Ariakit.SelectLabel>
          <Ariakit.Select
            ref={button}
            className="field channel-choice"
            disabled={disabled}
            accessibleWhenDisabled={false}
            aria-describedby={described_by}
          >
            {channel && <ChannelMark channel={channel} />}
            {icon && <Icon name={icon} size={16} />}
            <span className="channel-choice-name" dir="auto">
              {shown}
            </span>
            <Icon name="down" size={16} />
          </Ariakit.Select>
          <Ariakit.SelectPopover
            className="popover channel-choices"
            gutter={4}
            portal
            // Portalled into its container: above a dialog, and within a landmark.
            portalElement={() => button.current?.closest<HTMLElement>('[role="dialog"], main') ?? null}
            preserveTabOrder={false}
            fixed
            unmountOnHide
            {...(after ? { finalFocus: after } : {})}
            aria-label={label}
          >
            {open && (
              <Choices
                label={label}
                typed={typed}
                channels={channels}
                value={value}
                none={none}
                picked={picked}
                take={(channel_id) => {
                  change(channel_id);
                  picked?.();
                  setOpen(false);
                }}
              />
            )}
          </Ariakit.SelectPopover>
        </Ariakit.SelectProvider>
      </Ariakit.ComboboxProvider>
    </div>
  );
}

interface ChoicesProps extends Pick<Props, 'label' | 'channels' | 'value' | 'none' | 'picked'> {
  readonly typed: string;
  /** Chooses a channel and closes the list. */
  take(channel_id: number): void;
}

function Choices({ label, typed, channels, value, none, picked, take }: ChoicesProps) {
  const query = useDeferredValue(typed);
  const { state } = useEngine();
  const found = useMemo(() => findChannels(state.get(), channels, query), [state, channels, query]);
  const offers_none = none !== undefined && query.trim() === '';
  // The list opens at the chosen option, and arrow keys start there.
  const at = found.findIndex(({ stream_id }) => stream_id === value);
  const { count, end } = useIncrementalList(found.length, '.channel-options', at < 0 ? 0 : at + AROUND);
  /** The reader moved in the list since they last typed. */
  const moved = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (/^Arrow(Up|Down)$/.test(event.key)) moved.current = true;
    else if (event.key === 'Enter' && !moved.current && typed.trim() !== '' && !event.nativeEvent.isComposing) {
      // Matches the current text: the list may still show the channels for an earlier one.
      event.preventDefault();
      const [first] = findChannels(state.get(), channels, typed);
      if (first) take(first.stream_id);
    }
  };
  return (
    <>
      <Ariakit.Combobox
        autoSelect
        className="field"
        placeholder={t('find_channel')}
        aria-label={t('find_channel')}
        onChange={() => {
          moved.current = false;
        }}
        // Handled before the list sees the key.
        onKeyDownCapture={onKeyDown}
      />
      <Ariakit.ComboboxList
        className="channel-options"
        aria-label={label}
        // The pointer selects the option that Enter will take.
        onMouseMove={() => {
          moved.current = true;
        }}
      >
        {offers_none && (
          <Ariakit.SelectItem
            value={NONE}
            className="suggestion"
            render={<Ariakit.ComboboxItem focusOnHover />}
            onClick={picked}
          >
            <Icon name={none.icon} size={16} />
            <span className="suggestion-label">{none.label}</span>
          </Ariakit.SelectItem>
        )}
        {found.slice(0, count).map((channel) => (
          <Ariakit.SelectItem
            key={channel.stream_id}
            value={String(channel.stream_id)}
            className="suggestion"
            render={<Ariakit.ComboboxItem focusOnHover />}
            onClick={picked}
          >
            <ChannelMark channel={channel} />
            <SuggestionText label={channel.name} detail={channel.description} />
          </Ariakit.SelectItem>
        ))}
        {count < found.length && <div key={count} ref={end} role="presentation" />}
      </Ariakit.ComboboxList>
      {found.length === 0 && <p className="suggestion-hint quiet">{t('no_channel_found')}</p>}
    </>
  );
}
