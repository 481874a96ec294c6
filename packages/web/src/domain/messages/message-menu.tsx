// All actions on a message except those with buttons of their own.
import * as Ariakit from '@ariakit/react';
import { t } from '../../base/text/all-texts.ts';
import { nowMs } from '../../base/time/clock.ts';
import { copyText } from '../../base/ui/copy-text.ts';
import { Icon, type IconName } from '../../base/ui/icon.tsx';
import { useNavigation } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { editingMessage } from '../../model/state/screen.ts';
import { findChannel } from '../../model/state/state.ts';
import { mayMove } from '../channels/channel-permissions.ts';
import { askToMove } from '../channels/topic-actions.ts';
import { linkTo, markUnreadFrom, setCollapsed } from './message-actions.ts';
import { messageDialog } from './message-dialog.ts';
import { hasHistory, mayDelete, mayEdit, mayReport } from './message-permissions.ts';
import { forward } from './quote.ts';

interface Props {
  readonly engine: Engine;
  readonly message: StoredMessage;
}

export function MessageMenu({ engine, message }: Props) {
  const { route } = useNavigation();
  const state = engine.state.get();
  const { stream_id } = message;
  const channel = stream_id === undefined ? null : findChannel(state, stream_id);
  const now = nowMs();
  const open = (kind: 'history' | 'receipts' | 'reactions' | 'source' | 'report' | 'remind' | 'delete') => () =>
    messageDialog.set({ kind, message_id: message.id });
  const collapsed = message.flags.includes('collapsed');
  const edits = mayEdit(state, message, now);
  return (
    <>
      {edits ? (
        <Item icon="draft" name={t('edit_message')} keys="e" act={() => editingMessage.set(message.id)} />
      ) : (
        <Item icon="code" name={t('view_source')} act={open('source')} />
      )}
      {stream_id !== undefined && channel && mayMove(state, channel) && (
        <Item
          icon="move"
          name={t('move_messages')}
          act={() => askToMove({ channel_id: stream_id, topic: message.subject, message_id: message.id })}
        />
      )}
      <Item icon="send" name={t('forward_message')} keys="<" act={() => void forward(engine, message)} />
      <Item icon="clock" name={t('remind')} act={open('remind')} />
      <Item icon="eye" name={t('mark_unread')} act={() => void markUnreadFrom(engine, message, route.view)} />
      <Item
        icon={collapsed ? 'down' : 'minus'}
        name={t(collapsed ? 'expand_message' : 'collapse_message')}
        act={() => void setCollapsed(engine, message, !collapsed)}
      />
      <Ariakit.MenuSeparator className="menu-separator" />
      <Item icon="link" name={t('copy_link')} act={() => void copyText(linkTo(message, engine.own_id))} />
      {edits && <Item icon="code" name={t('view_source')} act={open('source')} />}
      {hasHistory(state, message) && <Item icon="history" name={t('edit_history')} act={open('history')} />}
      {state.realm_enable_read_receipts && <Item icon="people" name={t('read_receipts')} act={open('receipts')} />}
      {message.reactions.length > 0 && <Item icon="smile" name={t('who_reacted')} act={open('reactions')} />}
      {mayReport(state, message) && <Item icon="flag" name={t('report')} act={open('report')} />}
      {mayDelete(state, message, channel, now) && (
        <Item icon="trash" name={t('delete_message')} danger act={open('delete')} />
      )}
    </>
  );
}

function Item({
  icon,
  name,
  keys,
  danger = false,
  act,
}: {
  icon: IconName;
  name: string;
  keys?: string;
  danger?: boolean;
  act(): void;
}) {
  return (
    <Ariakit.MenuItem className={danger ? 'menu-item danger' : 'menu-item'} onClick={act}>
      <Icon name={icon} /> {name} {keys && <kbd>{keys}</kbd>}
    </Ariakit.MenuItem>
  );
}
