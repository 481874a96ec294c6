// Chooses one of many channels: a button that says which, and below it a list that is searched by typing.
import * as Ariakit from '@ariakit/react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { t } from '../../base/text/text.ts';
import { Icon, type IconName } from '../../base/ui/icon.tsx';
import { useIncrementalList } from '../../base/ui/use-incremental-list.ts';
import { useEngine } from '../../model/engine/context.ts';
import { findChannel, type KnownChannel } from '../../model/state/state.ts';
import { findChannels } from './channel-list.ts';
import { ChannelMark } from './channel-mark.tsx';

interface Props {
  readonly label: string;
  /** The name is said but not shown. */
  readonly hide_label?: boolean;
  /** Those that are offered, in their order. */
  readonly channels: readonly KnownChannel[];
  readonly value: number | null;
  /** A choice that is no channel. Without it one must be chosen. */
  readonly none?: { readonly label: string; readonly icon: IconName };
  /** What the button says of a chosen channel that the reader doesn't know of. */
  readonly unknown?: string;
  readonly disabled?: boolean;
  readonly described_by?: string | undefined;
  /** What has the focus when the list has closed: the button, where it is nothing. */
  readonly after?: { readonly current: HTMLElement | null };
  change(channel_id: number | null): void;
  /** Before the list closes, also where what was chosen was chosen before. */
  picked?(): void;
}

/** How many options are rendered below the chosen one. */
const AROUND = 60;
/** As the list names its choices; no channel has an id that is no number. */
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
            // Within what it belongs to: above a dialog, and for those who go from landmark to landmark.
            portalElement={() => button.current?.closest<HTMLElement>('[role="dialog"], main') ?? null}
            preserveTabOrder={false}
            fixed
            unmountOnHide
            {...(after ? { finalFocus: after } : {})}
            aria-label={label}
          >
            {open && (
              <Choices label={label} typed={typed} channels={channels} value={value} none={none} picked={picked} />
            )}
          </Ariakit.SelectPopover>
        </Ariakit.SelectProvider>
      </Ariakit.ComboboxProvider>
    </div>
  );
}

function Choices({
  label,
  typed,
  channels,
  value,
  none,
  picked,
}: Pick<Props, 'label' | 'channels' | 'value' | 'none' | 'picked'> & { typed: string }) {
  const query = useDeferredValue(typed);
  const { state } = useEngine();
  const found = useMemo(() => findChannels(state.get(), channels, query), [state, channels, query]);
  const offers_none = none !== undefined && query.trim() === '';
  // The one that is chosen is where the list opens, and where keys go on from.
  const at = found.findIndex(({ stream_id }) => stream_id === value);
  const { count, end } = useIncrementalList(found.length, '.channel-options', at < 0 ? 0 : at + AROUND);
  return (
    <>
      <Ariakit.Combobox autoSelect className="field" placeholder={t('find_channel')} aria-label={t('find_channel')} />
      <Ariakit.ComboboxList className="channel-options" aria-label={label}>
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
            <span className="suggestion-label" dir="auto">
              {channel.name}
            </span>
            <span className="suggestion-detail quiet" dir="auto">
              {channel.description}
            </span>
          </Ariakit.SelectItem>
        ))}
        {count < found.length && <div key={count} ref={end} role="presentation" />}
      </Ariakit.ComboboxList>
      {found.length === 0 && <p className="suggestion-hint quiet">{t('no_channel_found')}</p>}
    </>
  );
}
