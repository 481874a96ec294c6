// Drafts of all devices: continue, send or delete.

import { useReducer } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { shortTime } from '../../base/text/dates.ts';
import { shownDay } from '../../base/time/clock.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { hashOf } from '../../base/views/view.ts';
import { splitFiles } from '../../domain/files/file-links.ts';
import { sendAgainText, useUnsentReason } from '../../domain/messages/unsent-reason.ts';
import { addressOf, type Conversation, findDraft, newMessage, viewOfDraft } from '../../domain/writing/drafts.ts';
import { type UnsavedDraft, unlistedDrafts } from '../../domain/writing/unsaved-drafts.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import { isHeld, type Outgoing } from '../../model/messages/outbox.ts';
import { storeUnsaved } from '../../model/session/stored-drafts.ts';
import { viewName } from '../../model/state/names.ts';
import { type ContinuedDraft, composeRequest } from '../../model/state/screen.ts';
import type { Draft } from '../../model/state/state.ts';
import { DeferredRow } from './deferred-row.tsx';

const NOBODY = { kind: 'direct', user_ids: [] } as const;
/** Without a topic, it was left before one was chosen. */
const isWhole = (view: Conversation) => view.kind === 'direct' || view.topic !== '';

/** Files by their names. */
function shownDraft(content: string): string {
  const { text, links } = splitFiles(content);
  return [text, ...links.map(({ name }) => name)].filter(Boolean).join('\n');
}

/** Opens a draft where it can be continued: in its conversation, or in a box of its own. */
function useContinue() {
  const { go } = useNavigation();
  return (view: Conversation | null, is_its: boolean, draft: ContinuedDraft) => {
    if (!view) return composeRequest.set({ view: NOBODY, insert: '', draft, choose: true });
    if (!is_its || !isWhole(view)) return composeRequest.set({ view, insert: '', draft });
    go(view);
    composeRequest.set({ view, insert: '' });
  };
}

export function Drafts() {
  const engine = useEngine();
  const state = useAppState((all) => all);
  useCell(shownDay);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const unsaved = unlistedDrafts(engine);
  const unsent = useCell(engine.outbox.cell).filter(isHeld);
  if (state.drafts.length + unsaved.length + unsent.length === 0)
    return <EmptyState title={t('drafts_empty_title')}>{t('drafts_empty')}</EmptyState>;
  const drafts = state.drafts.toSorted((a, b) => b.timestamp - a.timestamp || b.id - a.id);
  return (
    <ul className="card later">
      {unsent.map((message) => (
        <UnsentRow key={message.local_id} message={message} />
      ))}
      {unsaved.map((draft) => (
        <UnsavedRow key={draft.address} draft={draft} discarded={redraw} />
      ))}
      {drafts.map((draft) => (
        <DraftRow key={draft.id} draft={draft} />
      ))}
    </ul>
  );
}

function DraftRow({ draft }: { draft: Draft }) {
  const engine = useEngine();
  const { go } = useNavigation();
  const state = useAppState((all) => all);
  const continueWriting = useContinue();
  const view = viewOfDraft(draft, state.user_id);
  const remove = async () => {
    const done = await attemptOnce(`delete draft ${draft.id}`, () => engine.client.deleteDraft({ draft_id: draft.id }));
    if (done) storeUnsaved(engine.client.email ?? '', addressOf(view, newMessage(draft.id)), null);
    return done;
  };
  return (
    <DeferredRow
      href={view ? hashOf(view) : null}
      name={view ? viewName(state, view) : t('draft_without_recipient')}
      time={shortTime(draft.timestamp, state.user_settings.twenty_four_hour_time)}
      content={shownDraft(draft.content)}
      actions={[
        {
          icon: 'draft',
          name: t('continue_writing'),
          act: () => continueWriting(view, view !== null && findDraft(engine, view)?.id === draft.id, draft),
        },
        ...(view
          ? [
              {
                icon: 'send' as const,
                name: t('send'),
                act: () =>
                  void remove().then((done) => {
                    if (!done) return;
                    engine.outbox.send(view, draft.content);
                    go(view);
                  }),
              },
            ]
          : []),
        { icon: 'trash', name: t('discard'), act: () => void remove() },
      ]}
    />
  );
}

/** A message that was sent, and not accepted. */
function UnsentRow({ message }: { message: Outgoing }) {
  const { view, content, local_id, sent_at } = message;
  const { outbox } = useEngine();
  const { go } = useNavigation();
  const name = useAppState((state) => viewName(state, view));
  const twenty_four_hours = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time);
  const reason = useUnsentReason(message);
  const continueWriting = useContinue();
  return (
    <DeferredRow
      href={hashOf(view)}
      name={name}
      time={shortTime(sent_at / 1000, twenty_four_hours)}
      content={shownDraft(content)}
      problem={reason}
      actions={[
        {
          icon: 'draft',
          name: t('continue_writing'),
          act: () => {
            outbox.drop(local_id);
            continueWriting(view, false, { id: null, content });
          },
        },
        {
          icon: 'send',
          name: sendAgainText(message),
          act: () => {
            outbox.retry(local_id);
            go(view);
          },
        },
        { icon: 'trash', name: t('discard'), act: () => outbox.drop(local_id) },
      ]}
    />
  );
}

/** A draft that the server does not have. */
function UnsavedRow({ draft, discarded }: { draft: UnsavedDraft; discarded(): void }) {
  const { address, view, message, content } = draft;
  const { client } = useEngine();
  const name = useAppState((state) => (view ? viewName(state, view) : t('draft_without_recipient')));
  const continueWriting = useContinue();
  return (
    <DeferredRow
      href={view ? hashOf(view) : null}
      name={name}
      time={t('draft_unsaved')}
      content={shownDraft(content)}
      actions={[
        {
          icon: 'draft',
          name: t('continue_writing'),
          act: () => continueWriting(view, message === null, { id: null, name: message?.name, content }),
        },
        {
          icon: 'trash',
          name: t('discard'),
          act: () => {
            storeUnsaved(client.email ?? '', address, null);
            discarded();
          },
        },
      ]}
    />
  );
}
