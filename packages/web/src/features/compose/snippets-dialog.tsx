// Saved snippets: insert, save the current text, edit and delete.
import type { SavedSnippet } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fold } from '../../base/text/fold.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { FindField } from '../../base/ui/find-field.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { SnippetDialog } from '../../domain/writing/snippet-dialog.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';

interface Props {
  /** The current text. */
  readonly text: string;
  insert(text: string): void;
  close(): void;
}

export function SnippetsDialog({ text, insert, close }: Props) {
  const snippets = useAppState(({ saved_snippets }) => saved_snippets);
  const engine = useEngine();
  const [query, setQuery] = useState('');
  const [editing, setEditing] = useState<SavedSnippet | 'new' | null>(null);
  const wanted = fold(query.trim());
  const found = snippets.filter(({ title, content }) => fold(title).includes(wanted) || fold(content).includes(wanted));
  return (
    <Dialog title={t('snippets')} wide has_close_button onClose={close} autoFocusOnHide={false}>
      <div className="snippets-head">
        <FindField label={t('snippets_find')} value={query} change={setQuery} />
        <button type="button" className="button" onClick={() => setEditing('new')}>
          {t('snippet_new')}
        </button>
      </div>
      {found.length === 0 && <p className="quiet">{t(snippets.length === 0 ? 'snippets_empty' : 'snippets_none')}</p>}
      <ul className="snippets">
        {found.map((snippet) => (
          <li key={snippet.id}>
            <button
              type="button"
              className="snippet"
              onClick={() => {
                close();
                insert(snippet.content);
              }}
            >
              <strong dir="auto">{snippet.title}</strong>
              <span className="quiet" dir="auto">
                {snippet.content}
              </span>
            </button>
            <IconButton
              icon="draft"
              label={`${t('edit_message')}: ${snippet.title}`}
              title={t('edit_message')}
              onClick={() => setEditing(snippet)}
            />
            <IconButton
              icon="trash"
              label={`${t('delete')}: ${snippet.title}`}
              title={t('delete')}
              onClick={() =>
                void attemptOnce(`delete snippet ${snippet.id}`, () =>
                  engine.client.deleteSavedSnippet({ saved_snippet_id: snippet.id }),
                )
              }
            />
          </li>
        ))}
      </ul>
      {editing && (
        <SnippetDialog snippet={editing === 'new' ? null : editing} text={text.trim()} close={() => setEditing(null)} />
      )}
    </Dialog>
  );
}
