// Saved snippets: listed, created, edited and deleted.
import type { SavedSnippet } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { SnippetDialog } from '../../domain/writing/snippet-dialog.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';

export function Snippets() {
  const { client } = useEngine();
  const snippets = useAppState(({ saved_snippets }) => saved_snippets);
  const [editing, setEditing] = useState<SavedSnippet | 'new' | null>(null);
  const [deleting, setDeleting] = useState<SavedSnippet | null>(null);
  return (
    <div className="setting-group">
      <p className="setting-hint quiet">{t('set_snippets_hint')}</p>
      <div className="setting-actions">
        <button type="button" className="button primary" onClick={() => setEditing('new')}>
          <Icon name="plus" size={16} /> {t('set_new_snippet')}
        </button>
      </div>
      {snippets.length === 0 && <p className="quiet">{t('set_no_snippets')}</p>}
      <ul className="setting-list">
        {snippets.map((snippet) => (
          <li key={snippet.id}>
            <div className="setting-list-name" dir="auto">
              <strong>{snippet.title}</strong>
              <p className="snippet-text quiet">{snippet.content}</p>
            </div>
            <IconButton
              icon="draft"
              label={t('set_edit_snippet', { title: snippet.title })}
              onClick={() => setEditing(snippet)}
            />
            <IconButton
              icon="trash"
              label={t('set_delete_snippet', { title: snippet.title })}
              onClick={() => setDeleting(snippet)}
            />
          </li>
        ))}
      </ul>
      {editing && <SnippetDialog snippet={editing === 'new' ? null : editing} close={() => setEditing(null)} />}
      {deleting && (
        <ConfirmDialog
          title={t('set_delete_snippet_title', { title: deleting.title })}
          lead={t('set_cannot_undo')}
          action={t('delete')}
          confirm={() => void attempt(() => client.deleteSavedSnippet({ saved_snippet_id: deleting.id }))}
          close={() => setDeleting(null)}
        />
      )}
    </div>
  );
}
