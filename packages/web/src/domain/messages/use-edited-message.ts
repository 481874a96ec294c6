// What becomes of an open edit when others delete the message or move it away.
import { useEffect } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { notify, offer } from '../../base/ui/notices.ts';
import type { View } from '../../base/views/view.ts';
import { useEngine, useNavigation } from '../../model/engine/context.ts';
import { conversationOf, matches } from '../../model/messages/conversations.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { viewName } from '../../model/state/names.ts';
import { composeRequest, editingMessage } from '../../model/state/screen.ts';
import { loadEdit, storeEdit } from './unsaved-edit.ts';

/** A topic that is moved as a whole takes its reader along within this time. */
const FOLLOWED_MS = 1000;

/** The changed text of a deleted message continues as a new one; that of a moved message stays with it, and a notice leads there. */
export function useEditedMessage(message_id: number | null, view: View): void {
  const engine = useEngine();
  const { go } = useNavigation();
  useEffect(() => {
    const message = message_id === null ? undefined : engine.messages.get(message_id);
    if (!message) return;
    const { id } = message;
    const email = engine.client.email ?? '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rescue = () => {
      const edit = loadEdit(email, id);
      editingMessage.set(null);
      storeEdit(email, id, null);
      if (!edit) return;
      composeRequest.set({ view: conversationOf(message, engine.own_id), insert: edit.content });
      notify(t('edit_of_deleted'));
    };
    const isMoved = (now: StoredMessage | undefined): now is StoredMessage =>
      now !== undefined && matches(now, view, engine.state.get()) === false;
    const leadThere = () => {
      const now = engine.messages.get(id);
      if (!isMoved(now)) return;
      editingMessage.set(null);
      if (!loadEdit(email, id)) return;
      const place = conversationOf(now, engine.own_id);
      offer(t('edit_of_moved', { place: viewName(engine.state.get(), place) }), t('edit_continue'), () =>
        go(place, id),
      );
    };
    const check = () => {
      if (engine.messages.isDeleted(id)) rescue();
      else if (timer === undefined && isMoved(engine.messages.get(id))) timer = setTimeout(leadThere, FOLLOWED_MS);
    };
    const end = engine.messages.subscribe(check);
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [engine, message_id, view, go]);
}
