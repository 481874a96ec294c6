// A search field for people, and groups where allowed: suggestions while typing, usable by keyboard.
import * as Ariakit from '@ariakit/react';
import type { PermissionSetting } from '@stoa/contract';
import { type KeyboardEvent, type Ref, useDeferredValue, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { findPerson } from '../../model/state/state.ts';
import { Avatar } from '../people/avatar.tsx';
import { recencyOf } from '../people/recency.ts';
import { type Candidate, findCandidates, type Holders, withHolder, withHolders } from './group-settings.ts';

const SHOWN = 30;
const nameOf = ({ kind, id }: Candidate) => `${kind} ${id}`;

interface Props {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  /** The groups that can be chosen; null for people only. */
  readonly declared: PermissionSetting | null;
  readonly chosen: Holders;
  /** Not offered, in addition to the chosen ones. */
  readonly taken: Holders;
  readonly begun?: string | undefined;
  readonly className?: string;
  /** Offers bots among people. */
  readonly with_bots?: boolean;
  choose(holders: Holders): void;
  removeLast?(): void;
  next?: (() => void) | undefined;
}

/** Suggestions while typing, and the keys that choose one. */
function useHolderField(props: Props) {
  const { declared, chosen, taken, begun = '', with_bots = true } = props;
  const engine = useEngine();
  const [typed, setTyped] = useState(begun);
  const query = useDeferredValue(typed);
  const [open, setOpen] = useState(false);
  /** The reader moved to a suggestion; otherwise Enter and Tab take the first. */
  const moved = useRef(false);
  const state = engine.state.get();
  const find = (text: string) =>
    findCandidates(state, declared, {
      chosen: withHolders(chosen, taken),
      typed: text,
      most: SHOWN,
      recent: (user_id) => recencyOf(engine).people.get(user_id) ?? 0,
      with_bots,
    });
  const found = open ? find(query) : [];
  const combobox = Ariakit.useComboboxStore({
    value: typed,
    setValue(value) {
      moved.current = false;
      setTyped(value);
    },
    open,
    setOpen,
    resetValueOnHide: begun === '',
  });
  const take = (candidate: Candidate) => {
    setTyped('');
    moved.current = false;
    props.choose(withHolder(chosen, candidate));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moved.current = true;
    if (event.key === 'Backspace' && typed === '') props.removeLast?.();
    const is_tab = event.key === 'Tab' && !event.shiftKey;
    if (event.key !== 'Enter' && !is_tab) return;
    // Enter chooses a suggestion and does not submit the surrounding form.
    if (event.key === 'Enter') event.preventDefault();
    const active = combobox.item(combobox.getState().activeId)?.value;
    // Matches the current text, not suggestions for an earlier, shorter one.
    const is_blank = typed.trim() === '';
    const first = is_blank ? undefined : find(typed)[0];
    const chosen = moved.current ? found.find((candidate) => nameOf(candidate) === active) : first;
    if (chosen) {
      event.preventDefault();
      take(chosen);
    } else if (is_blank && props.next) {
      event.preventDefault();
      setOpen(false);
      props.next();
    }
  };
  return { combobox, found, take, onKeyDown };
}

export function HolderField(props: Props) {
  const { ref, label, declared, className = 'holders-field' } = props;
  const input = useRef<HTMLInputElement>(null);
  const { combobox, found, take, onKeyDown } = useHolderField(props);
  return (
    <Ariakit.ComboboxProvider store={combobox}>
      <Ariakit.Combobox
        ref={(element) => {
          input.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        className={className}
        aria-label={label}
        placeholder={t(declared ? 'group_setting_placeholder' : 'set_find_person')}
        autoSelect
        showOnClick
        // Handled before the list sees the key.
        onKeyDownCapture={onKeyDown}
      />
      <Ariakit.ComboboxPopover
        className="popover suggestions"
        gutter={6}
        portal
        // Portalled into its container, for landmark navigation; the focus stays in the field.
        portalElement={() => input.current?.closest<HTMLElement>('[role="dialog"], main') ?? null}
        preserveTabOrder={false}
        fixed
        unmountOnHide
        aria-label={t('suggestions')}
      >
        {found.map((candidate) => (
          <CandidateItem key={nameOf(candidate)} candidate={candidate} take={() => take(candidate)} />
        ))}
        {found.length === 0 && (
          <p className="suggestion-hint quiet">{t(declared ? 'group_setting_none_found' : 'nobody_found')}</p>
        )}
      </Ariakit.ComboboxPopover>
    </Ariakit.ComboboxProvider>
  );
}

function CandidateItem({ candidate, take }: { candidate: Candidate; take(): void }) {
  const { state } = useEngine();
  return (
    <Ariakit.ComboboxItem
      value={nameOf(candidate)}
      className="suggestion"
      focusOnHover
      setValueOnClick={false}
      hideOnClick={false}
      onClick={take}
    >
      {candidate.kind === 'person' ? (
        <Avatar person={findPerson(state.get(), candidate.id)} size="s" />
      ) : (
        <Icon name="people" size={16} />
      )}
      <span className="suggestion-label" dir="auto">
        {candidate.name}
      </span>
      <span className="suggestion-detail quiet">{candidate.detail}</span>
    </Ariakit.ComboboxItem>
  );
}
