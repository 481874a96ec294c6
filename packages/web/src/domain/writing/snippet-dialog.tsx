// Creates or edits a saved snippet.
import { MAX_MESSAGE_LENGTH, MAX_SNIPPET_TITLE_LENGTH, type SavedSnippet } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { LabelledInput, LabelledTextArea } from '../../base/ui/labelled-field.tsx';
import { notifySaved } from '../../base/ui/notify-saved.ts';
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
    notifySaved();
  };
  return (
    <FormDialog
      title={t(snippet ? 'set_edit_snippet_heading' : 'set_new_snippet')}
      action={t('save')}
      ready={ready}
      send={save}
      close={close}
    >
      <LabelledInput
        label={t('set_snippet_title')}
        required
        value={title}
        maxLength={MAX_SNIPPET_TITLE_LENGTH}
        change={setTitle}
      />
      <LabelledTextArea
        label={t('set_snippet_content')}
        rows={6}
        required
        value={content}
        maxLength={MAX_MESSAGE_LENGTH}
        change={setContent}
      />
    </FormDialog>
  );
}
