// Where the dialogs about channels appear; they are loaded when the first is asked for.
import { lazy, Suspense } from 'react';
import { useCell } from '../app/cell.ts';
import { channelDialog } from './topic-actions.ts';

const ChannelDialogs = lazy(async () => ({ default: (await import('./dialogs.tsx')).ChannelDialogs }));

export function ChannelDialogPlace() {
  if (!useCell(channelDialog)) return null;
  return (
    <Suspense>
      <ChannelDialogs />
    </Suspense>
  );
}
