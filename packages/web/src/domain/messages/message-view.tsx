// The messages of a view: loading, failed, or as a list.
import { ApiError } from '@stoa/contract/api-error';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import type { Visit } from '../../base/views/history-entry.ts';
import type { MessageList } from '../../model/messages/message-list.ts';
import { ViewerOutlet } from '../viewer/viewer-outlet.tsx';
import { useLinkedMessage } from './linked-message.ts';
import { MessageDialogsOutlet } from './message-dialogs-outlet.tsx';
import { MessageScroller } from './message-scroller.tsx';
import { Waiting } from './waiting.tsx';

/** The same response would come again. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status === BAD_REQUEST;
const BAD_REQUEST = 400;

export function MessageView({ route, list }: { route: Visit; list: MessageList }) {
  const { status, opening, error } = useCell(list.cell);
  const link = useLinkedMessage(route, list);
  if (status === 'loading' || link === 'looking') return <Waiting />;
  if (status === 'failed')
    return (
      <EmptyState title={t(route.view.kind === 'search' ? 'search_failed' : 'messages_failed')}>
        <p role="alert">{failureText(error)}</p>
        {!isRefusal(error) && (
          <button
            type="button"
            className="button"
            onClick={() => void list.open(route.near ?? (route.date === null ? null : { date: route.date }))}
          >
            {t('try_again')}
          </button>
        )}
      </EmptyState>
    );
  // What is open on a message says why it closes, also if that was the last message.
  return (
    <>
      <MessageScroller key={opening} route={route} list={list} is_gone={link === 'gone'} />
      <ViewerOutlet list={list} />
      <MessageDialogsOutlet />
    </>
  );
}
