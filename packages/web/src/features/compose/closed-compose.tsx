// The closed or loading compose box, with buttons that start new conversations.

import { t } from '../../base/text/text.ts';
import { Icon } from '../../base/ui/icon.tsx';
import type { View } from '../../base/views/view.ts';
import { mayBeginTopics, maySend } from '../../domain/channels/channel-permissions.ts';
import { useDropTarget } from '../../domain/files/drop-target.ts';
import { useAppState } from '../../model/engine/context.ts';
import { composeRequest } from '../../model/state/screen.ts';
import { findChannel } from '../../model/state/state.ts';

export function ClosedCompose({ view }: { view: View }) {
  useDropTarget({
    label: () => t('drop_to_new'),
    attach: (files) => composeRequest.set({ view: null, insert: '', files }),
  });
  return (
    <div className="compose closed">
      <button type="button" className="button" onClick={() => composeRequest.set({ view: null, insert: '' })}>
        <Icon name="draft" /> {t('compose')} <kbd>c</kbd>
      </button>
      <ComposeStarts view={view} />
    </div>
  );
}

/** Buttons for a new topic in this channel and a new direct message. */
export function ComposeStarts({ view }: { view: View }) {
  const channel_id = 'channel_id' in view ? view.channel_id : null;
  const may_begin = useAppState((state) => {
    const channel = channel_id === null ? null : findChannel(state, channel_id);
    return channel !== null && !channel.is_archived && maySend(state, channel) && mayBeginTopics(state, channel);
  });
  return (
    <div className="compose-starts">
      {may_begin && channel_id !== null && (
        <button
          type="button"
          className="compose-start"
          onClick={() => composeRequest.set({ view: { kind: 'topic', channel_id, topic: '' }, insert: '' })}
        >
          <Icon name="plus" size={15} /> {t('new_topic')}
        </button>
      )}
      <button
        type="button"
        className="compose-start"
        onClick={() => composeRequest.set({ view: { kind: 'direct', user_ids: [] }, insert: '', choose: true })}
      >
        <Icon name="draft" size={15} /> {t('new_direct_message')}
      </button>
    </div>
  );
}
