// Texts that the reader keeps to put into messages: listed, made, changed and thrown away.
import { MAX_MESSAGE_LENGTH, MAX_SNIPPET_TITLE_LENGTH, type SavedSnippet } from '@stoa/contract';
import { useState } from 'react';
import { useAppState, useEngine } from '../app/context.ts';
import { t } from '../text/text.ts';
import { attempt } from '../ui/attempt.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { notify } from '../ui/notices.ts';

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
            <Act icon="draft" name={t('set_edit_snippet', { title: snippet.title })} act={() => setEditing(snippet)} />
            <Act
              icon="trash"
              name={t('set_delete_snippet', { title: snippet.title })}
              act={() => setDeleting(snippet)}
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

function Act({ icon, name, act }: { icon: Parameters<typeof Icon>[0]['name']; name: string; act(): void }) {
  return (
    <button type="button" className="icon-button" title={name} onClick={act}>
      <Icon name={icon} />
      <span className="hidden-text">{name}</span>
    </button>
  );
}

/** Makes a snippet, or changes the one given. */
function SnippetDialog({ snippet, close }: { snippet: SavedSnippet | null; close(): void }) {
  const { client } = useEngine();
  const [title, setTitle] = useState(snippet?.title ?? '');
  const [content, setContent] = useState(snippet?.content ?? '');
  const ready = title.trim() !== '' && content.trim() !== '';
  const save = async () => {
    if (snippet) await client.editSavedSnippet({ saved_snippet_id: snippet.id, title, content });
    else await client.createSavedSnippet({ title, content });
    notify(t('saved'));
  };
  return (
    <FormDialog
      title={t(snippet ? 'set_edit_snippet_heading' : 'set_new_snippet')}
      action={t('save')}
      ready={ready}
      send={save}
      close={close}
    >
      <label className="labelled">
        {t('set_snippet_title')}
        <input
          className="field"
          dir="auto"
          value={title}
          maxLength={MAX_SNIPPET_TITLE_LENGTH}
          onChange={({ target }) => setTitle(target.value)}
        />
      </label>
      <label className="labelled">
        {t('set_snippet_content')}
        <textarea
          className="field"
          dir="auto"
          rows={6}
          value={content}
          maxLength={MAX_MESSAGE_LENGTH}
          onChange={({ target }) => setContent(target.value)}
        />
      </label>
    </FormDialog>
  );
}
