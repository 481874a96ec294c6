// The patterns that become links: a list in the order in which they are tried, and a dialog for one of them.
import type { Linkifier } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { FormDialog, FormField } from '../../base/ui/form-dialog.tsx';
import { SortableList } from '../../base/ui/sortable-list.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { Entries, EntryButtons } from './entries.tsx';

const EXAMPLE = {
  pattern: '#(?P<id>[0-9]+)',
  template: 'https://example.com/issues/{id}',
  text: '#123',
  reverse: '#{id}',
};

export function Linkifiers() {
  const { client } = useEngine();
  const linkifiers = useAppState(({ realm_linkifiers }) => realm_linkifiers);
  const is_admin = useAppState((state) => state.is_admin);
  const [editing, setEditing] = useState<Linkifier | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Linkifier | null>(null);
  return (
    <>
      <Entries
        lead={t('org_linkifiers_lead')}
        none={t('org_linkifiers_none')}
        empty={linkifiers.length === 0}
        add={t('org_linkifier_add')}
        may_add={is_admin}
        start={() => setEditing('new')}
      >
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
            <EntryButtons
              name={linkifier.pattern}
              edit={() => setEditing(linkifier)}
              remove={() => setDeleting(linkifier)}
            />
          )}
        />
      </Entries>
      {deleting && (
        <ConfirmDialog
          title={t('org_linkifier_delete_title')}
          lead={`${deleting.pattern} – ${t('org_linkifier_delete_lead')}`}
          action={t('delete')}
          confirm={() => void attempt(() => client.removeLinkifier({ filter_id: deleting.id }))}
          close={() => setDeleting(null)}
        />
      )}
      {editing && <LinkifierDialog linkifier={editing === 'new' ? null : editing} close={() => setEditing(null)} />}
    </>
  );
}

function LinkifierDialog({ linkifier, close }: { linkifier: Linkifier | null; close(): void }) {
  const { client } = useEngine();
  const [pattern, setPattern] = useState(linkifier?.pattern ?? '');
  const [url_template, setTemplate] = useState(linkifier?.url_template ?? '');
  const [example, setExample] = useState(linkifier?.example_input ?? '');
  const [reverse, setReverse] = useState(linkifier?.reverse_template ?? '');
  const [others, setOthers] = useState(linkifier?.alternative_url_templates.join('\n') ?? '');
  const send = () => {
    const given = {
      pattern,
      url_template,
      example_input: example || null,
      reverse_template: reverse || null,
      alternative_url_templates: others.split('\n').flatMap((line) => line.trim() || []),
    };
    return linkifier ? client.updateLinkifier({ filter_id: linkifier.id, ...given }) : client.addLinkifier(given);
  };
  return (
    <FormDialog
      title={t(linkifier ? 'org_linkifier_edit' : 'org_linkifier_add')}
      action={t('save')}
      ready={pattern !== '' && url_template !== ''}
      wide
      send={send}
      close={close}
    >
      <FormField
        label={t('org_linkifier_pattern')}
        hint={t('org_linkifier_pattern_hint', { example: EXAMPLE.pattern })}
        value={pattern}
        required
        code
        change={setPattern}
      />
      <FormField
        label={t('org_linkifier_template')}
        hint={t('org_linkifier_template_hint', { example: EXAMPLE.template })}
        value={url_template}
        required
        code
        change={setTemplate}
      />
      <FormField
        label={t('org_linkifier_example')}
        hint={t('org_linkifier_example_hint', { example: EXAMPLE.text })}
        value={example}
        code
        change={setExample}
      />
      <FormField
        label={t('org_linkifier_reverse')}
        hint={t('org_linkifier_reverse_hint', { example: EXAMPLE.reverse })}
        value={reverse}
        code
        change={setReverse}
      />
      <FormField
        label={t('org_linkifier_alternatives')}
        hint={t('org_linkifier_alternatives_hint')}
        value={others}
        lines={2}
        code
        change={setOthers}
      />
    </FormDialog>
  );
}
