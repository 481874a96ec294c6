// Channels new accounts are subscribed to.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { ChannelChooser } from '../../domain/channels/channel-chooser.tsx';
import { knownChannels } from '../../domain/channels/channel-list.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { useEngine, useStateOf } from '../../model/engine/context.ts';
import { findChannel } from '../../model/state/state.ts';
import { ReadOnlyNotice } from './notice.tsx';

const SHOWN = ['realm_default_streams', 'is_admin', 'subscriptions', 'unsubscribed', 'never_subscribed'] as const;

export function DefaultChannels() {
  const { client } = useEngine();
  const state = useStateOf(SHOWN);
  const channels = state.realm_default_streams
    .map((stream_id) => ({ stream_id, channel: findChannel(state, stream_id) }))
    .sort((a, b) => (a.channel?.name ?? '').localeCompare(b.channel?.name ?? ''));
  return (
    <>
      <ReadOnlyNotice />
      <p className="quiet">{t('org_default_channels_lead')}</p>
      {state.is_admin && <NewDefault />}
      {channels.length === 0 && <p className="quiet">{t('org_default_channels_none')}</p>}
      {channels.length > 0 && (
        <ul className="entries" aria-label={t('org_default_channels')}>
          {channels.map(({ stream_id, channel }) => {
            const name = channel?.name ?? t('unknown_channel');
            return (
              <li key={stream_id} className="entry">
                <ChannelMark channel={channel} />
                <div className="entry-body" dir="auto">
                  {name}
                </div>
                {state.is_admin && (
                  <IconButton
                    icon="trash"
                    size={16}
                    label={t('remove_from_list', { name: `#${name}` })}
                    onClick={() =>
                      void attemptOnce(`remove default channel ${stream_id}`, () =>
                        client.removeDefaultStream({ stream_id }),
                      )
                    }
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function NewDefault() {
  const { client } = useEngine();
  const state = useStateOf(SHOWN);
  const [chosen, setChosen] = useState<number | null>(null);
  // Private channels are joined by invitation only.
  const open = knownChannels(state).filter(
    ({ stream_id, is_archived, invite_only }) =>
      !is_archived && !invite_only && !state.realm_default_streams.includes(stream_id),
  );
  const channel = open.find(({ stream_id }) => stream_id === chosen);
  const add = async (stream_id: (typeof open)[number]['stream_id']) => {
    if (await attemptOnce(`add default channel ${stream_id}`, () => client.addDefaultStream({ stream_id })))
      setChosen(null);
  };
  if (open.length === 0) return null;
  return (
    <form
      className="own-time"
      onSubmit={(event) => {
        event.preventDefault();
        if (channel) void add(channel.stream_id);
      }}
    >
      <ChannelChooser
        label={t('org_default_channel_choose')}
        hide_label
        channels={open}
        value={channel ? channel.stream_id : null}
        change={setChosen}
      />
      <button type="submit" className="button primary" disabled={!channel}>
        {t('org_default_channel_add')}
      </button>
    </form>
  );
}
