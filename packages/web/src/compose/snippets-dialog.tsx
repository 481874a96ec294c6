// Texts kept for using them again: to put one in, to keep what is written, to edit and remove them.
import * as Ariakit from '@ariakit/react';
import { MAX_SNIPPET_TITLE_LENGTH, type SavedSnippet } from '@stoa/contract';
import { type FormEvent, useState } from 'react';
import { useAppState, useEngine } from '../app/context.ts';
import { t } from '../text/text.ts';
import { attempt } from '../ui/attempt.ts';
import { Icon } from '../ui/icon.tsx';

interface Props {
  /** What is written now. */
  readonly text: string;
  insert(text: string): void;
  close(): void;
}

type Editing = Pick<SavedSnippet, 'title' | 'content'> & { readonly id: number | null };

export function SnippetsDialog({ text, insert, close }: Props) {
  const snippets = useAppState(({ saved_snippets }) => saved_snippets);
  const engine = useEngine();
  const [query, setQuery] = useState('');
  const [editing, setEditing] = useState<Editing | null>(null);
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
      {editing ? (
        <SnippetForm key={editing.id} snippet={editing} done={() => setEditing(null)} />
      ) : (
        <>
          <div className="snippets-head">
            <input
              className="field"
              type="search"
              dir="auto"
              placeholder={t('snippets_find')}
              aria-label={t('snippets_find')}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
            <button
              type="button"
              className="button"
              onClick={() => setEditing({ id: null, title: '', content: text.trim() })}
            >
              {t('snippet_new')}
            </button>
          </div>
          {found.length === 0 && (
            <p className="quiet">{t(snippets.length === 0 ? 'snippets_empty' : 'snippets_none')}</p>
          )}
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
                <button
                  type="button"
                  className="icon-button"
                  title={t('edit_message')}
                  onClick={() => setEditing(snippet)}
                >
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
        </>
      )}
    </Ariakit.Dialog>
  );
}

function SnippetForm({ snippet, done }: { snippet: Editing; done(): void }) {
  const engine = useEngine();
  const [title, setTitle] = useState(snippet.title);
  const [content, setContent] = useState(snippet.content);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const saved = await attempt(() =>
      snippet.id === null
        ? engine.client.createSavedSnippet({ title, content })
        : engine.client.editSavedSnippet({ saved_snippet_id: snippet.id, title, content }),
    );
    setBusy(false);
    if (saved) done();
  };
  return (
    <form className="dialog-form" onSubmit={(event) => void submit(event)}>
      <label className="labelled">
        {t('snippet_title')}
        <input
          className="field"
          dir="auto"
          required
          maxLength={MAX_SNIPPET_TITLE_LENGTH}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <label className="labelled">
        {t('snippet_content')}
        <textarea
          className="field"
          rows={8}
          dir="auto"
          required
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
      </label>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={done}>
          {t('cancel')}
        </button>
        <button
          type="submit"
          className="button primary"
          disabled={busy || title.trim() === '' || content.trim() === ''}
        >
          {t('save')}
        </button>
      </div>
    </form>
  );
}
