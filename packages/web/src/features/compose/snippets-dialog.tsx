// Saved snippets: insert, save the current text, edit and delete.
import * as Ariakit from '@ariakit/react';
import type { SavedSnippet } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { FindField } from '../../base/ui/find-field.tsx';
import { Icon } from '../../base/ui/icon.tsx';
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
  const wanted = query.trim().toLocaleLowerCase();
  const found = snippets.filter(
    ({ title, content }) => title.toLocaleLowerCase().includes(wanted) || content.toLocaleLowerCase().includes(wanted),
  );
  return (
    <Ariakit.Dialog
      open
      onClose={close}
      autoFocusOnHide={false}
      className="dialog wide"
      backdrop={<div className="backdrop" />}
    >
      <div className="dialog-head">
        <Ariakit.DialogHeading className="dialog-title">{t('snippets')}</Ariakit.DialogHeading>
        <Ariakit.DialogDismiss className="icon-button" aria-label={t('close')}>
          <Icon name="close" />
        </Ariakit.DialogDismiss>
      </div>
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
            <button type="button" className="icon-button" title={t('edit_message')} onClick={() => setEditing(snippet)}>
              <Icon name="draft" />
              <span className="hidden-text">{`${t('edit_message')}: ${snippet.title}`}</span>
            </button>
            <button
              type="button"
              className="icon-button"
              title={t('delete')}
              onClick={() => void attempt(() => engine.client.deleteSavedSnippet({ saved_snippet_id: snippet.id }))}
            >
              <Icon name="trash" />
              <span className="hidden-text">{`${t('delete')}: ${snippet.title}`}</span>
            </button>
          </li>
        ))}
      </ul>
      {editing && (
        <SnippetDialog snippet={editing === 'new' ? null : editing} text={text.trim()} close={() => setEditing(null)} />
      )}
    </Ariakit.Dialog>
  );
}
