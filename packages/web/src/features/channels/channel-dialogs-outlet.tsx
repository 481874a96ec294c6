// Where the dialogs about channels appear; they are loaded when the first is asked for.
import { useCell } from '../../base/cells/cell.ts';
import { lazyDialog } from '../../base/ui/lazy-dialog.tsx';
import { channelDialog } from '../../domain/channels/topic-actions.ts';

const ChannelDialogs = lazyDialog(async () => (await import('./channel-dialogs.tsx')).ChannelDialogs);

export function ChannelDialogsOutlet() {
  if (!useCell(channelDialog)) return null;
  return <ChannelDialogs abandon={() => channelDialog.set(null)} />;
}
