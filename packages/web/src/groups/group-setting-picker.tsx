// Chooses who holds a permission: people and groups as chips, a field that finds more of them. Tells nobody of the choice.
import * as Ariakit from '@ariakit/react';
import type { PermissionSetting } from '@stoa/contract';
import { type RefObject, useDeferredValue, useState } from 'react';
import { useAppState, useEngine } from '../app/context.ts';
import { findPerson } from '../app/state.ts';
import { Avatar } from '../people/avatar.tsx';
import { t } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';
import {
  candidates,
  describeHolder,
  type Holder,
  type Holders,
  withHolder,
  withHolders,
  withoutHolder,
} from './group-settings.ts';

const SHOWN = 30;
const NOBODY: Holders = { groups: [], people: [] };

interface Props {
  /** The field that finds more of them, for giving it the focus. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly declared: PermissionSetting;
  readonly chosen: Holders;
  /** Not offered, beside what is chosen. */
  readonly taken?: Holders;
  readonly disabled?: boolean;
  choose(holders: Holders): void;
}

export function GroupSettingPicker({ field, label, declared, chosen, taken, disabled = false, choose }: Props) {
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
          label={t('group_setting_add', { setting: label })}
          declared={declared}
          chosen={chosen}
          taken={taken ?? NOBODY}
          choose={choose}
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
    <li className="chip">
      {holder.kind === 'person' ? <Avatar person={person} size="s" /> : <Icon name="people" size={15} />}
      <span className="chip-name" dir="auto">
        {name}
      </span>
      {remove && (
        <button
          type="button"
          className="chip-remove"
          title={t('remove_from_list', { name })}
          onClick={() => remove(holder)}
        >
          <Icon name="close" size={13} />
          <span className="hidden-text">{t('remove_from_list', { name })}</span>
        </button>
      )}
    </li>
  );
}

interface FieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly declared: PermissionSetting;
  readonly chosen: Holders;
  readonly taken: Holders;
  choose(holders: Holders): void;
  removeLast(): void;
}

function HolderField({ ref, label, declared, chosen, taken, choose, removeLast }: FieldProps) {
  const engine = useEngine();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed);
  const [open, setOpen] = useState(false);
  const state = engine.state.get();
  const found = open ? candidates(state, declared, withHolders(chosen, taken), query, SHOWN) : [];
  return (
    <Ariakit.ComboboxProvider value={typed} setValue={setTyped} open={open} setOpen={setOpen} resetValueOnHide>
      <Ariakit.Combobox
        ref={ref}
        className="holders-field"
        aria-label={label}
        placeholder={t('group_setting_placeholder')}
        autoSelect
        showOnClick
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && typed === '') removeLast();
          // The key is for the list: it does not send the form around the field.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <Ariakit.ComboboxPopover
        className="popover suggestions"
        gutter={6}
        portal
        // Within what it belongs to, for those who go from landmark to landmark; the focus stays in the field.
        portalElement={() => ref.current?.closest<HTMLElement>('[role="dialog"], main') ?? null}
        preserveTabOrder={false}
        fixed
        unmountOnHide
        aria-label={t('suggestions')}
      >
        {found.map((candidate) => (
          <Ariakit.ComboboxItem
            key={`${candidate.kind} ${candidate.id}`}
            className="suggestion"
            focusOnHover
            setValueOnClick={false}
            hideOnClick={false}
            onClick={() => {
              setTyped('');
              choose(withHolder(chosen, candidate));
            }}
          >
            {candidate.kind === 'person' ? (
              <Avatar person={findPerson(state, candidate.id)} size="s" />
            ) : (
              <Icon name="people" size={16} />
            )}
            <span className="suggestion-label" dir="auto">
              {candidate.name}
            </span>
            <span className="suggestion-detail quiet">{candidate.detail}</span>
          </Ariakit.ComboboxItem>
        ))}
        {found.length === 0 && <p className="suggestion-hint quiet">{t('group_setting_none_found')}</p>}
      </Ariakit.ComboboxPopover>
    </Ariakit.ComboboxProvider>
  );
}
