// Actions of a message, shown on hover or keyboard focus.
import * as Ariakit from '@ariakit/react';
import { memo, useEffect } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import type { Engine } from '../../model/engine/engine.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { reactingTo } from '../../model/state/screen.ts';
import { EmojiPicker } from '../emoji/emoji-picker.tsx';
import { focusMessage } from '../focus/message-focus.ts';
import { toggleReaction, toggleStar } from './message-actions.ts';
import { MessageMenu } from './message-menu.tsx';
import { quote } from './quote.ts';

interface Props {
  readonly engine: Engine;
  readonly message: StoredMessage;
}

export const MessageToolbar = memo(function MessageToolbar({ engine, message }: Props) {
  const picking = useCell(reactingTo, (id) => id === message.id);
  const { id } = message;
  useEffect(() => {
    if (!picking) return;
    return () => {
      if (!engine.messages.isDeleted(id)) return;
      reactingTo.set(null);
      // The picker had the focus.
      requestAnimationFrame(() => focusMessage(id));
    };
  }, [engine, id, picking]);
  const starred = message.flags.includes('starred');
  return (
    <div className="toolbar-track">
      <div className="toolbar" role="toolbar" aria-label={t('actions')}>
        <EmojiPicker
          open={picking}
          setOpen={(open) => reactingTo.set(open ? message.id : null)}
          label={t('add_reaction')}
          choose={(emoji) => void toggleReaction(engine, message, emoji)}
        />
        <IconButton icon="reply" label={t('quote_reply')} onClick={() => void quote(engine, message)} />
        <IconButton
          icon="star"
          filled={starred}
          label={t('star')}
          aria-pressed={starred}
          title={t(starred ? 'unstar' : 'star')}
          onClick={() => void toggleStar(engine, message)}
        />
        <Ariakit.MenuProvider placement="bottom-end">
          <Ariakit.MenuButton className="icon-button" title={t('more_actions')}>
            <Icon name="more" />
            <span className="hidden-text">{t('more_actions')}</span>
          </Ariakit.MenuButton>
          <Ariakit.Menu className="menu" portal gutter={4} unmountOnHide>
            <MessageMenu engine={engine} message={message} />
          </Ariakit.Menu>
        </Ariakit.MenuProvider>
      </div>
    </div>
  );
});
