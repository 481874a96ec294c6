// Chooses people and groups: the chosen ones as chips, and a search field. Saves nothing itself.
import type { PermissionSetting } from '@stoa/contract';
import type { RefObject } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Chip } from '../../base/ui/chip.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { useAppState } from '../../model/engine/context.ts';
import { Avatar } from '../people/avatar.tsx';
import { describeHolder, type Holder, type Holders, withoutHolder } from './group-settings.ts';
import { HolderField } from './holder-field.tsx';

const NOBODY: Holders = { groups: [], people: [] };

interface Props {
  /** The search field, to be focused. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** The groups that can be chosen; null for people only. */
  readonly declared: PermissionSetting | null;
  /** The accessible name, if it differs from the setting's label. */
  readonly named?: string;
  readonly chosen: Holders;
  /** Not offered, in addition to the chosen ones. */
  readonly taken?: Holders;
  readonly disabled?: boolean;
  choose(holders: Holders): void;
  /** Moves on: Enter or Tab with an empty field and a choice. */
  next?(): void;
  /** Text typed before the field existed. */
  readonly begun?: string;
}

export function GroupSettingPicker(props: Props) {
  const { field, label, declared, named, chosen, taken, disabled = false, choose, next, begun } = props;
  const holders: Holder[] = [
    ...chosen.groups.map((id) => ({ kind: 'group' as const, id })),
    ...chosen.people.map((id) => ({ kind: 'person' as const, id })),
  ];
  const remove = (holder: Holder) => {
    choose(withoutHolder(chosen, holder));
    field.current?.focus();
  };
  return (
    <div className={disabled ? 'holders read-only' : 'holders'}>
      {(holders.length > 0 || !taken) && <HolderChips holders={holders} remove={disabled ? null : remove} />}
      {!disabled && (
        <HolderField
          ref={field}
          label={named ?? t('group_setting_add', { setting: label })}
          declared={declared}
          chosen={chosen}
          taken={taken ?? NOBODY}
          choose={choose}
          begun={begun}
          next={holders.length > 0 ? next : undefined}
          removeLast={() => {
            const last = holders.at(-1);
            if (last) remove(last);
          }}
        />
      )}
    </div>
  );
}

function HolderChips({ holders, remove }: { holders: readonly Holder[]; remove: ((holder: Holder) => void) | null }) {
  if (holders.length === 0) return <span className="chip-none quiet">{t('group_nobody')}</span>;
  return (
    <ul className="chips">
      {holders.map((holder) => (
        <HolderChip key={`${holder.kind} ${holder.id}`} holder={holder} remove={remove} />
      ))}
    </ul>
  );
}

function HolderChip({ holder, remove }: { holder: Holder; remove: ((holder: Holder) => void) | null }) {
  const name = useAppState((state) => describeHolder(state, holder).name);
  const person = useAppState((state) => describeHolder(state, holder).person);
  return (
    <Chip name={name} remove={remove && (() => remove(holder))}>
      {holder.kind === 'person' ? <Avatar person={person} size="s" /> : <Icon name="people" size={15} />}
    </Chip>
  );
}
