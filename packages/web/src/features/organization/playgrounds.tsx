// The sites on which code can be tried out: a list by language, and a dialog that adds one.
import type { Playground } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { FormDialog, FormField } from '../../base/ui/form-dialog.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { Entries, EntryButtons } from './entries.tsx';

const EXAMPLE = { language: 'python', template: 'https://example.com/?code={code}' };

export function Playgrounds() {
  const { client } = useEngine();
  const playgrounds = useAppState(({ realm_playgrounds }) => realm_playgrounds);
  const is_admin = useAppState((state) => state.is_admin);
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Playground | null>(null);
  const sorted = playgrounds.toSorted(
    (a, b) => a.pygments_language.localeCompare(b.pygments_language) || a.name.localeCompare(b.name),
  );
  return (
    <>
      <Entries
        lead={t('org_playgrounds_lead')}
        none={t('org_playgrounds_none')}
        empty={playgrounds.length === 0}
        add={t('org_playground_add')}
        may_add={is_admin}
        start={() => setAdding(true)}
      >
        <ul className="entries" aria-label={t('org_playgrounds')}>
          {sorted.map((playground) => (
            <li key={playground.id} className="entry">
              <div className="entry-body entry-text">
                <span>
                  <strong dir="auto">{playground.name}</strong>{' '}
                  <span className="tag">{playground.pygments_language}</span>
                </span>
                <span className="quiet" dir="ltr">
                  {playground.url_template}
                </span>
              </div>
              <div className="entry-actions">
                <EntryButtons name={playground.name} remove={() => setDeleting(playground)} />
              </div>
            </li>
          ))}
        </ul>
      </Entries>
      {deleting && (
        <ConfirmDialog
          title={t('org_playground_delete_title', { name: deleting.name })}
          lead={t('org_playground_delete_lead')}
          action={t('delete')}
          confirm={() => void attempt(() => client.removePlayground({ playground_id: deleting.id }))}
          close={() => setDeleting(null)}
        />
      )}
      {adding && <PlaygroundDialog close={() => setAdding(false)} />}
    </>
  );
}

function PlaygroundDialog({ close }: { close(): void }) {
  const { client } = useEngine();
  const [name, setName] = useState('');
  const [pygments_language, setLanguage] = useState('');
  const [url_template, setTemplate] = useState('');
  return (
    <FormDialog
      title={t('org_playground_add')}
      action={t('save')}
      ready={name.trim() !== '' && pygments_language.trim() !== '' && url_template !== ''}
      send={() => client.addPlayground({ name, pygments_language, url_template })}
      close={close}
    >
      <FormField label={t('org_playground_name')} value={name} required change={setName} />
      <FormField
        label={t('org_playground_language')}
        hint={t('org_playground_language_hint', { example: EXAMPLE.language })}
        value={pygments_language}
        required
        code
        change={setLanguage}
      />
      <FormField
        label={t('org_playground_template')}
        hint={t('org_playground_template_hint', { example: EXAMPLE.template })}
        value={url_template}
        required
        code
        change={setTemplate}
      />
    </FormDialog>
  );
}
