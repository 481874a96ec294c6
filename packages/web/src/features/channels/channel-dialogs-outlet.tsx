// Where the dialogs about channels appear; they are loaded when the first is asked for.
import { lazy, Suspense } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { channelDialog } from '../../domain/channels/topic-actions.ts';

const ChannelDialogs = lazy(async () => ({ default: (await import('./channel-dialogs.tsx')).ChannelDialogs }));

export function ChannelDialogsOutlet() {
  if (!useCell(channelDialog)) return null;
  return (
    <Suspense>
      <ChannelDialogs />
    </Suspense>
  );
}
