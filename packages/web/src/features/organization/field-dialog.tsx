// Creates or edits a profile field. Its type is fixed, because values of one type are invalid for another.
import { CUSTOM_SUBTYPE, FIELD_TYPE, type ProfileField, USERNAME_PLACE } from '@stoa/contract';
import { isAccountPattern } from '@stoa/contract/url-rules';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { refusalText } from '../../base/text/failures.ts';
import { Check } from '../../base/ui/check.tsx';
import { FormDialog, FormField } from '../../base/ui/form-dialog.tsx';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { ChoicesEditor } from './choices-editor.tsx';
import {
  canBeOnCard,
  canMatch,
  draftOf,
  type FieldDraft,
  hasOwnName,
  isComplete,
  isCustomAccount,
  lostChoices,
  settingsOf,
  TYPE_NAMES,
} from './field-model.ts';

/** The refusals that are about the name. */
const NAME = /^label_/;
/** The refusals that are about the pattern of addresses. */
const PATTERN = /^field_pattern$/;

interface Props {
  readonly field: ProfileField | null;
  close(): void;
}

export function FieldDialog({ field, close }: Props) {
  const { client } = useEngine();
  const fields = useAppState(({ custom_profile_fields }) => custom_profile_fields);
  const before = draftOf(field);
  const [draft, setDraft] = useState<FieldDraft>(before);
  const change = (part: Partial<FieldDraft>) => setDraft((now) => ({ ...now, ...part }));
  const on_card = canBeOnCard(draft, field?.id ?? null, fields);
  const lost = field?.type === FIELD_TYPE.dropdown ? lostChoices(draft.choices, before.choices) : [];
  const send = () => {
    const settings = settingsOf({ ...draft, display_in_profile_summary: draft.display_in_profile_summary && on_card });
    return field
      ? client.updateProfileField({ field_id: field.id, ...settings })
      : client.createProfileField({ field_type: draft.type, ...settings });
  };
  return (
    <FormDialog
      title={t(field ? 'org_field_edit' : 'org_field_add')}
      action={t('save')}
      ready={isComplete(draft)}
      wide
      send={send}
      close={close}
    >
      <LabelledSelect
        label={t('org_field_type')}
        value={draft.type}
        choices={TYPE_NAMES.map(([type, name]) => [type, t(name)] as const)}
        disabled={field !== null}
        change={(type) => change({ type })}
      />
      {draft.type === FIELD_TYPE.external_account && <Account draft={draft} change={change} fixed={field !== null} />}
      {hasOwnName(draft) && (
        <>
          <FormField
            label={t('org_field_name')}
            value={draft.name}
            required
            refused_for={NAME}
            change={(name) => change({ name })}
          />
          <FormField
            label={t('org_field_hint')}
            hint={t('org_field_hint_hint')}
            value={draft.hint}
            change={(hint) => change({ hint })}
          />
        </>
      )}
      {draft.type === FIELD_TYPE.dropdown && (
        <ChoicesEditor choices={draft.choices} before={before.choices} change={(choices) => change({ choices })} />
      )}
      {lost.length > 0 && (
        <p className="problem" role="status">
          {t('org_field_choices_lost', { count: lost.length })}
        </p>
      )}
      <Flags draft={draft} change={change} on_card={on_card} shown={fields} />
    </FormDialog>
  );
}

interface PartProps {
  readonly draft: FieldDraft;
  change(part: Partial<FieldDraft>): void;
}

/** Site and URL pattern of an external account. */
function Account({ draft, change, fixed }: PartProps & { fixed: boolean }) {
  const accounts = useAppState(({ realm_default_external_accounts }) => realm_default_external_accounts);
  return (
    <>
      <LabelledSelect
        label={t('org_field_account')}
        value={draft.subtype}
        choices={[
          ...Object.entries(accounts).map(([subtype, { text }]) => [subtype, text] as const),
          [CUSTOM_SUBTYPE, t('org_field_account_other')],
        ]}
        disabled={fixed}
        change={(subtype) => change({ subtype })}
      />
      {isCustomAccount(draft) && (
        <FormField
          label={t('org_field_pattern')}
          hint={t('org_field_pattern_hint', { example: `https://example.com/${USERNAME_PLACE}` })}
          value={draft.url_pattern}
          code
          refused_for={PATTERN}
          check={(pattern) => (isAccountPattern(pattern.trim()) ? null : refusalText('field_pattern'))}
          change={(url_pattern) => change({ url_pattern })}
        />
      )}
    </>
  );
}

function Flags({ draft, change, on_card, shown }: PartProps & { on_card: boolean; shown: readonly ProfileField[] }) {
  const count = shown.filter((field) => field.display_in_profile_summary).length;
  return (
    <div className="setting">
      {draft.type !== FIELD_TYPE.users && (
        <Flag
          label={t('org_field_summary')}
          hint={on_card ? undefined : t('org_field_summary_full', { count })}
          disabled={!on_card}
          value={draft.display_in_profile_summary && on_card}
          change={(display_in_profile_summary) => change({ display_in_profile_summary })}
        />
      )}
      <Flag label={t('org_field_required')} value={draft.required} change={(required) => change({ required })} />
      <Flag
        label={t('org_field_editable')}
        hint={t('org_field_editable_hint')}
        value={draft.editable_by_user}
        change={(editable_by_user) => change({ editable_by_user })}
      />
      {canMatch(draft) && (
        <Flag
          label={t('org_field_matching')}
          value={draft.use_for_user_matching}
          change={(use_for_user_matching) => change({ use_for_user_matching })}
        />
      )}
    </div>
  );
}

interface FlagProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: boolean;
  readonly disabled?: boolean;
  change(value: boolean): void;
}

function Flag({ label, hint, value, disabled = false, change }: FlagProps) {
  return (
    <Check
      label={
        <span>
          {label}
          {hint && <span className="setting-hint quiet flag-hint">{hint}</span>}
        </span>
      }
      value={value}
      disabled={disabled}
      change={change}
    />
  );
}
