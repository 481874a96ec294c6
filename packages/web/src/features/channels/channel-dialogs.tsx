// The dialogs about channels and topics, of which one at most is open; loaded when the first is.
import { useEffect } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { leave } from '../../domain/channels/channel-actions.ts';
import { channelDialog } from '../../domain/channels/topic-actions.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import { findChannel, type KnownChannel } from '../../model/state/state.ts';
import { DeleteTopicDialog } from './delete-topic-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

const close = () => channelDialog.set(null);

export function ChannelDialogs() {
  const request = useCell(channelDialog);
  const channel = useAppState((state) => (request ? findChannel(state, request.channel_id) : null));
  const is_lost = request !== null && channel === null;
  useEffect(() => {
    if (is_lost) close();
  }, [is_lost]);
  if (!request || !channel) return null;
  switch (request.kind) {
    case 'move':
      return <MoveDialog request={request} close={close} />;
    case 'delete_topic':
      return <DeleteTopicDialog topic={request} channel={channel} close={close} />;
    case 'leave':
      return <LeaveDialog channel={channel} />;
    case 'archive':
      return <ArchiveDialog channel={channel} />;
  }
}

function LeaveDialog({ channel }: { channel: KnownChannel }) {
  const engine = useEngine();
  return (
    <ConfirmDialog
      title={t('leave_title', { channel: channel.name })}
      lead={t('leave_private_lead')}
      action={t('leave_channel')}
      confirm={() => void leave(engine, channel)}
      close={close}
    />
  );
}

function ArchiveDialog({ channel }: { channel: KnownChannel }) {
  const engine = useEngine();
  const { go, route } = useNavigation();
  const archive = async () => {
    const done = await attempt(() => engine.client.archiveStream({ stream_id: channel.stream_id }));
    if (done && route.view.kind !== 'page') go({ kind: 'inbox' });
  };
  return (
    <ConfirmDialog
      title={t('archive_title', { channel: channel.name })}
      lead={t('archive_lead')}
      action={t('archive_channel')}
      confirm={() => void archive()}
      close={close}
    />
  );
}
