// Creates or edits a saved snippet.
import { MAX_MESSAGE_LENGTH, MAX_SNIPPET_TITLE_LENGTH, type SavedSnippet } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useEngine } from '../../model/engine/context.ts';

interface Props {
  readonly snippet: SavedSnippet | null;
  /** Initial content of a new snippet. */
  readonly text?: string;
  close(): void;
}

export function SnippetDialog({ snippet, text = '', close }: Props) {
  const { client } = useEngine();
  const [title, setTitle] = useState(snippet?.title ?? '');
  const [content, setContent] = useState(snippet?.content ?? text);
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
