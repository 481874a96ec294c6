// Where the dialogs about channels appear; they are loaded when the first is asked for.
import { useCell } from '../../base/cells/cell.ts';
import { part } from '../../base/ui/part.tsx';
import { channelDialog } from '../../domain/channels/topic-actions.ts';

const ChannelDialogs = part(async () => (await import('./channel-dialogs.tsx')).ChannelDialogs);

export function ChannelDialogsOutlet() {
  if (!useCell(channelDialog)) return null;
  return <ChannelDialogs abandon={() => channelDialog.set(null)} />;
}
