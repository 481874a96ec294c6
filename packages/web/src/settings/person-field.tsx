// A field that finds people of the organization by name and gives the one chosen.
import * as Ariakit from '@ariakit/react';
import { type Ref, useDeferredValue, useState } from 'react';
import { useEngine } from '../app/context.ts';
import type { State } from '../app/state.ts';
import { Avatar } from '../people/avatar.tsx';
import { compareNames, t } from '../text/text.ts';
import { plain } from './find-rows.ts';

const SHOWN = 20;

interface Props {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement>;
  /** Whether somebody is not offered. */
  without(user_id: number): boolean;
  choose(user_id: number): void;
}

/** Names that begin with what is typed come first. */
export function findPeople(people: State['realm_users'], query: string, without: Props['without']) {
  const wanted = plain(query.trim());
  const found = people.filter(
    ({ user_id, full_name, is_bot }) => !is_bot && !without(user_id) && plain(full_name).includes(wanted),
  );
  const first = (name: string) => Number(!plain(name).startsWith(wanted));
  return found
    .sort((a, b) => first(a.full_name) - first(b.full_name) || compareNames(a.full_name, b.full_name))
    .slice(0, SHOWN);
}

export function PersonField({ label, ref, without, choose }: Props) {
  const engine = useEngine();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed);
  const [open, setOpen] = useState(false);
  const found = open ? findPeople(engine.state.get().realm_users, query, without) : [];
  return (
    <Ariakit.ComboboxProvider value={typed} setValue={setTyped} open={open} setOpen={setOpen} resetValueOnHide>
      <Ariakit.ComboboxLabel className="labelled">{label}</Ariakit.ComboboxLabel>
      <Ariakit.Combobox ref={ref} className="field" autoSelect showOnClick placeholder={t('set_find_person')} />
      <Ariakit.ComboboxPopover className="popover suggestions" gutter={6} portal unmountOnHide aria-label={label}>
        {found.map((person) => (
          <Ariakit.ComboboxItem
            key={person.user_id}
            className="suggestion"
            focusOnHover
            setValueOnClick={false}
            onClick={() => {
              setTyped('');
              choose(person.user_id);
            }}
          >
            <Avatar person={person} size="s" />
            <span className="suggestion-label" dir="auto">
              {person.full_name}
            </span>
          </Ariakit.ComboboxItem>
        ))}
        {found.length === 0 && <p className="suggestion-hint quiet">{t('set_no_person')}</p>}
      </Ariakit.ComboboxPopover>
    </Ariakit.ComboboxProvider>
  );
}
