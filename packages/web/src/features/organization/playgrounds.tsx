// Code playgrounds by language, and a dialog that adds one.
import type { Playground } from '@stoa/contract';
import { playgroundTemplateProblem } from '@stoa/contract/url-rules';
import { t } from '../../base/text/all-texts.ts';
import { refusalText } from '../../base/text/failures.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { EditableEntries, EntryButtons } from './entries.tsx';
import { TextFieldsDialog } from './text-fields-dialog.tsx';

const EXAMPLE = { language: 'python', template: 'https://example.com/?code={code}' };

export function Playgrounds() {
  const { client } = useEngine();
  const playgrounds = useAppState(({ realm_playgrounds }) => realm_playgrounds);
  const sorted = playgrounds.toSorted(
    (a, b) => a.pygments_language.localeCompare(b.pygments_language) || a.name.localeCompare(b.name),
  );
  return (
    <EditableEntries<Playground>
      lead={t('org_playgrounds_lead')}
      none={t('org_playgrounds_none')}
      empty={playgrounds.length === 0}
      add={t('org_playground_add')}
      list={({ remove }) => (
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
                <EntryButtons name={playground.name} remove={() => remove(playground)} />
              </div>
            </li>
          ))}
        </ul>
      )}
      deletion={({ id, name }) => ({
        title: t('org_playground_delete_title', { name }),
        lead: t('org_playground_delete_lead'),
        remove: () => client.removePlayground({ playground_id: id }),
      })}
      dialog={(_, close) => <PlaygroundDialog close={close} />}
    />
  );
}

function PlaygroundDialog({ close }: { close(): void }) {
  const { client } = useEngine();
  return (
    <TextFieldsDialog
      title={t('org_playground_add')}
      initial={{ name: '', pygments_language: '', url_template: '' }}
      fields={[
        { name: 'name', label: t('org_playground_name'), required: true },
        {
          name: 'pygments_language',
          label: t('org_playground_language'),
          hint: t('org_playground_language_hint', { example: EXAMPLE.language }),
          required: true,
          code: true,
          refused_for: /^playground_(language|taken)$/,
        },
        {
          name: 'url_template',
          label: t('org_playground_template'),
          hint: t('org_playground_template_hint', { example: EXAMPLE.template }),
          required: true,
          code: true,
          refused_for: /^(playground_(only|without)_code|url_template)$/,
          check: (template) => refusalText(playgroundTemplateProblem(template)),
        },
      ]}
      send={(values) => client.addPlayground(values)}
      close={close}
    />
  );
}
