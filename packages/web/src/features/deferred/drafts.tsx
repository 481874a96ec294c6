// Drafts of all devices: continue, send or delete.

import { t } from '../../base/text/all-texts.ts';
import { shortTime } from '../../base/text/dates.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { hashOf } from '../../base/views/view.ts';
import { splitFiles } from '../../domain/files/file-links.ts';
import { type Conversation, findDraft, viewOfDraft } from '../../domain/writing/drafts.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import { viewName } from '../../model/state/names.ts';
import { composeRequest } from '../../model/state/screen.ts';
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

export function Drafts() {
  const engine = useEngine();
  const { go } = useNavigation();
  const state = useAppState((all) => all);
  if (state.drafts.length === 0) return <EmptyState title={t('drafts_empty_title')}>{t('drafts_empty')}</EmptyState>;
  const drafts = state.drafts.toSorted((a, b) => b.timestamp - a.timestamp || b.id - a.id);
  const remove = (draft: Draft) =>
    attemptOnce(`delete draft ${draft.id}`, () => engine.client.deleteDraft({ draft_id: draft.id }));
  return (
    <ul className="card later">
      {drafts.map((draft) => {
        const view = viewOfDraft(draft, state.user_id);
        return (
          <DeferredRow
            key={draft.id}
            href={view ? hashOf(view) : null}
            name={view ? viewName(state, view) : t('draft_without_recipient')}
            time={shortTime(draft.timestamp, state.user_settings.twenty_four_hour_time)}
            content={shownDraft(draft.content)}
            actions={[
              {
                icon: 'draft',
                name: t('continue_writing'),
                act: () => {
                  // The conversation continues one draft. Others, and those whose destination is still to be chosen, have
                  // a box of their own.
                  if (!view) return composeRequest.set({ view: NOBODY, insert: '', draft, choose: true });
                  const is_its = isWhole(view) && findDraft(engine, view)?.id === draft.id;
                  if (!is_its) return composeRequest.set({ view, insert: '', draft });
                  go(view);
                  composeRequest.set({ view, insert: '' });
                },
              },
              ...(view
                ? [
                    {
                      icon: 'send' as const,
                      name: t('send'),
                      act: () =>
                        void remove(draft).then((done) => {
                          if (!done) return;
                          engine.outbox.send(view, draft.content);
                          go(view);
                        }),
                    },
                  ]
                : []),
              { icon: 'trash', name: t('discard'), act: () => void remove(draft) },
            ]}
          />
        );
      })}
    </ul>
  );
}
