// Mount point of the picture viewer; empty until a picture is opened.
import { useEffect } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { lazyDialog } from '../../base/ui/lazy-dialog.tsx';
import { useNavigation } from '../../model/engine/context.ts';
import type { MessageList } from '../../model/messages/message-list.ts';
import { openViewer } from '../content/open-viewer.ts';
import { focusMessage, returnTo } from '../focus/message-focus.ts';

const Viewer = lazyDialog(async () => (await import('./viewer.tsx')).Viewer);
const NONE: readonly number[] = [];

export function ViewerOutlet({ list }: { list: MessageList | null }) {
  const request = useCell(openViewer);
  const { route } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a viewer belongs to the visit in which it was opened
  useEffect(() => () => openViewer.set(null), [route]);
  useEffect(() => {
    if (!request) return;
    const address = location.hash;
    // While the viewer is open, nothing else can have the focus.
    return () =>
      void requestAnimationFrame(() => {
        const opener = returnTo(request.place);
        if (opener) opener.focus();
        else if (location.hash === address) focusMessage(request.message_id);
      });
  }, [request]);
  if (!request) return null;
  return (
    <Viewer
      key={`${request.message_id} ${request.file}`}
      request={request}
      ids={list?.cell.get().ids ?? NONE}
      abandon={() => openViewer.set(null)}
    />
  );
}
