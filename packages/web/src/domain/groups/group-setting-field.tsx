// A group-setting field: shows who holds a permission and changes it, based on the value the reader saw.
import type { GroupSettingUpdate, GroupSettingValue, PermissionSetting } from '@stoa/contract';
import { useId, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Hint, useSaved } from '../../base/ui/controls.tsx';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { NAMED_BY, useAppState, useStateOf } from '../../model/engine/context.ts';
import { GroupSettingPicker } from './group-setting-picker.tsx';
import {
  allowedGroups,
  groupName,
  type Holders,
  holderNames,
  holdersOf,
  isSameHolders,
  settingValue,
} from './group-settings.ts';

export interface GroupSettingProps {
  readonly label: string;
  readonly hint?: string;
  /** A name in `server_supported_permission_settings`, which lists the allowed groups. */
  readonly setting_name: string;
  readonly kind: 'realm' | 'stream' | 'group';
  readonly value: GroupSettingValue;
  readonly disabled?: boolean;
  /** Saves the value. `old` is what the reader saw, so that concurrent changes aren't overwritten. */
  save(change: GroupSettingUpdate): Promise<unknown>;
}

export function GroupSettingField(props: GroupSettingProps) {
  const declared = useAppState(
    ({ server_supported_permission_settings }) => server_supported_permission_settings[props.kind][props.setting_name],
  );
  if (!declared) return null;
  return declared.require_system_group ? (
    <RoleField {...props} declared={declared} />
  ) : (
    <HoldersField {...props} declared={declared} />
  );
}

interface FieldProps extends GroupSettingProps {
  readonly declared: PermissionSetting;
}

/** A single system group. */
function RoleField({ label, hint, value, disabled = false, declared, save }: FieldProps) {
  const id = useId();
  const groups = useAppState(({ realm_user_groups }) => realm_user_groups);
  const { shown, busy, change } = useSaved(value, (next) => save({ new: next, old: value }));
  const allowed = allowedGroups(groups, declared);
  return (
    <div className="setting">
      <LabelledSelect
        label={label}
        value={typeof shown === 'number' ? shown : null}
        choices={allowed.map((group) => [group.id, groupName(group)] as const)}
        disabled={disabled || busy}
        aria-describedby={hint ? id : undefined}
        change={change}
      />
      <Hint id={id}>{hint}</Hint>
    </div>
  );
}

interface Draft {
  readonly seen: Holders;
  readonly holders: Holders;
}

function HoldersField({ label, hint, value, disabled = false, declared, save }: FieldProps) {
  const id = useId();
  const groups = useAppState(({ realm_user_groups }) => realm_user_groups);
  // Sends the value seen when editing began, so that concurrent changes by others are reported before they are
  // overwritten.
  const [draft, setDraft] = useState<Draft | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const finish = () => {
    setDraft(null);
    field.current?.focus();
  };
  const { shown, busy, change } = useSaved(value, (next) => save({ new: next, old: value }));
  const present = holdersOf(shown, groups);
  const chosen = draft?.holders ?? present;
  const nobody = isSameHolders(chosen, { groups: [], people: [] }) && !declared.allow_nobody_group;
  const moved = draft !== null && !isSameHolders(draft.seen, present);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset among rows would be drawn as a group of rows
    <div className="setting" role="group" aria-labelledby={`${id}-label`} aria-describedby={hint ? id : undefined}>
      <span className="setting-label" id={`${id}-label`}>
        {label}
      </span>
      <GroupSettingPicker
        field={field}
        label={label}
        declared={declared}
        chosen={chosen}
        disabled={disabled}
        choose={(holders) =>
          setDraft(isSameHolders(holders, present) ? null : { seen: draft?.seen ?? present, holders })
        }
      />
      <Hint id={id}>{hint}</Hint>
      {draft && !disabled && (
        <>
          <div className="problem" role="alert">
            {nobody && <p>{t('group_setting_not_nobody')}</p>}
            {moved && <Moved present={present} />}
          </div>
          <div className="setting-actions">
            <button
              type="button"
              className="button primary"
              disabled={busy || nobody}
              onClick={() => void change(settingValue(chosen, groups)).then((done) => done && finish())}
            >
              {t(moved ? 'group_setting_replace' : 'save')}
            </button>
            <button type="button" className="button" disabled={busy} onClick={finish}>
              {t('cancel')}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

const NAMING = ['realm_user_groups', ...NAMED_BY] as const;

/** The value somebody else set while the reader was choosing. */
function Moved({ present }: { present: Holders }) {
  const state = useStateOf(NAMING);
  const holders = holderNames(state, present).join(', ') || t('group_nobody');
  return <p>{t('group_setting_moved', { holders })}</p>;
}
