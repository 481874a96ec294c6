// Mount point of dialogs about messages. On close, the focus returns to the message.
import { useEffect } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { lazyDialog } from '../../base/ui/lazy-dialog.tsx';
import { useNavigation } from '../../model/engine/context.ts';
import { focusMessage } from '../focus/message-focus.ts';
import { messageDialog } from './message-dialog.ts';

const MessageDialogs = lazyDialog(async () => (await import('./message-dialogs.tsx')).MessageDialogs);

export function MessageDialogsOutlet() {
  const request = useCell(messageDialog);
  const { route } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog belongs to the visit in which it was opened
  useEffect(() => () => messageDialog.set(null), [route]);
  useEffect(() => {
    if (!request) return;
    const { message_id } = request;
    const address = location.hash;
    return () => {
      // While the dialog is open, nothing else can have the focus.
      requestAnimationFrame(() => {
        if (messageDialog.get() === null && location.hash === address) focusMessage(message_id);
      });
    };
  }, [request]);
  if (!request) return null;
  return (
    <MessageDialogs
      key={`${request.kind} ${request.message_id}`}
      request={request}
      abandon={() => messageDialog.set(null)}
    />
  );
}
