// In place of an empty message list: why it is empty, as far as the client knows. [WB801]
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { hashOf, isConversation, type View } from '../../base/views/view.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { MessageList } from '../../model/messages/message-list.ts';
import { viewName } from '../../model/state/names.ts';
import { emptyText, inPublicChannels, unknownOperator } from './empty-text.ts';

interface Props {
  readonly view: View;
  readonly list: MessageList;
  readonly is_gone: boolean;
}

export function EmptyList({ view, list, is_gone }: Props) {
  const { lists } = useEngine();
  const { had_messages } = useCell(list.cell);
  const text = useAppState((state) => emptyText(state, view));
  const is_guest = useAppState((state) => state.is_guest);
  const moved_to = lists.movedTo(view);
  const place = useAppState((state) => moved_to && viewName(state, moved_to));
  if (moved_to)
    return (
      <EmptyState title={t('topic_moved_title')}>
        <p>
          {t('topic_moved')} <a href={hashOf(moved_to)}>{place}</a>
        </p>
      </EmptyState>
    );
  if (is_gone) return <EmptyState title={t('linked_message_gone_title')}>{t('linked_message_gone')}</EmptyState>;
  if (had_messages && (view.kind === 'channel' || isConversation(view)))
    return <EmptyState title={t('emptied_title')}>{t('emptied')}</EmptyState>;
  if (view.kind !== 'search') return <EmptyState title={t('nothing_here_title')}>{t(text)}</EmptyState>;
  const operator = unknownOperator(view);
  const wider = is_guest ? null : inPublicChannels(view);
  return (
    <EmptyState title={t('nothing_found_title')}>
      <p>{operator === null ? t(text) : t('nothing_found_operator', { operator })}</p>
      {wider && (
        <p>
          {t('search_has_own_only')} <a href={hashOf(wider)}>{t('search_public_channels')}</a>
        </p>
      )}
    </EmptyState>
  );
}
