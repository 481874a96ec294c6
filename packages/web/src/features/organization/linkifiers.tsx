// Linkifiers in the order they are tried, and a dialog for one of them.
import type { Linkifier } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { SortableList } from '../../base/ui/sortable-list.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { EditableEntries, EntryButtons } from './entries.tsx';
import { addressProblem, firstProblem, linesOf, patternProblem, templateProblem } from './template-problems.ts';
import { TextFieldsDialog } from './text-fields-dialog.tsx';

const EXAMPLE = {
  pattern: '#(?P<id>[0-9]+)',
  template: 'https://example.com/issues/{id}',
  text: '#123',
  reverse: '#{id}',
};

export function Linkifiers() {
  const { client } = useEngine();
  const linkifiers = useAppState(({ realm_linkifiers }) => realm_linkifiers);
  return (
    <EditableEntries<Linkifier>
      lead={t('org_linkifiers_lead')}
      none={t('org_linkifiers_none')}
      empty={linkifiers.length === 0}
      add={t('org_linkifier_add')}
      list={({ edit, remove, is_admin }) => (
        <SortableList
          label={t('org_linkifiers')}
          entries={linkifiers}
          disabled={!is_admin || linkifiers.length < 2}
          nameOf={({ pattern }) => pattern}
          reorder={(ordered_linkifier_ids) =>
            client.reorderLinkifiers({ ordered_linkifier_ids: [...ordered_linkifier_ids] })
          }
          draw={(linkifier) => (
            <div className="entry-text">
              <code dir="ltr">{linkifier.pattern}</code>
              <span className="quiet" dir="ltr">
                {linkifier.url_template}
              </span>
              {linkifier.example_input && (
                <span className="quiet">
                  {t('org_linkifier_example')}: <span dir="auto">{linkifier.example_input}</span>
                </span>
              )}
            </div>
          )}
          actions={(linkifier) => (
            <EntryButtons name={linkifier.pattern} edit={() => edit(linkifier)} remove={() => remove(linkifier)} />
          )}
        />
      )}
      deletion={({ id, pattern }) => ({
        title: t('org_linkifier_delete_title'),
        lead: `${pattern} – ${t('org_linkifier_delete_lead')}`,
        remove: () => client.removeLinkifier({ filter_id: id }),
      })}
      dialog={(linkifier, close) => <LinkifierDialog linkifier={linkifier} close={close} />}
    />
  );
}

function LinkifierDialog({ linkifier, close }: { linkifier: Linkifier | null; close(): void }) {
  const { client } = useEngine();
  return (
    <TextFieldsDialog
      title={t(linkifier ? 'org_linkifier_edit' : 'org_linkifier_add')}
      wide
      initial={{
        pattern: linkifier?.pattern ?? '',
        url_template: linkifier?.url_template ?? '',
        example: linkifier?.example_input ?? '',
        reverse: linkifier?.reverse_template ?? '',
        alternatives: linkifier?.alternative_url_templates.join('\n') ?? '',
      }}
      fields={[
        {
          name: 'pattern',
          label: t('org_linkifier_pattern'),
          hint: t('org_linkifier_pattern_hint', { example: EXAMPLE.pattern }),
          required: true,
          code: true,
          refused_for: /^linkifier_(empty|expression|taken|not_in_template)$/,
          check: (pattern, { url_template }) => patternProblem(pattern, url_template),
        },
        {
          name: 'url_template',
          label: t('org_linkifier_template'),
          hint: t('org_linkifier_template_hint', { example: EXAMPLE.template }),
          required: true,
          code: true,
          refused_for: /^(linkifier_not_in_pattern|url_template)$/,
          check: (template, { pattern }) => templateProblem(template, pattern) ?? addressProblem(template),
        },
        {
          name: 'example',
          label: t('org_linkifier_example'),
          hint: t('org_linkifier_example_hint', { example: EXAMPLE.text }),
          code: true,
          refused_for: /^linkifier_example$/,
        },
        {
          name: 'reverse',
          label: t('org_linkifier_reverse'),
          hint: t('org_linkifier_reverse_hint', { example: EXAMPLE.reverse }),
          code: true,
          check: (template, { pattern }) => templateProblem(template, pattern),
        },
        {
          name: 'alternatives',
          label: t('org_linkifier_alternatives'),
          hint: t('org_linkifier_alternatives_hint'),
          lines: 2,
          code: true,
          check: (templates, { pattern }) => firstProblem(linesOf(templates), (line) => templateProblem(line, pattern)),
        },
      ]}
      send={({ pattern, url_template, example, reverse, alternatives }) => {
        const fields = {
          pattern,
          url_template,
          example_input: example || null,
          reverse_template: reverse || null,
          alternative_url_templates: linesOf(alternatives),
        };
        return linkifier ? client.updateLinkifier({ filter_id: linkifier.id, ...fields }) : client.addLinkifier(fields);
      }}
      close={close}
    />
  );
}
