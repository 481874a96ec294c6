// A button that opens the emoji picker: a search field and a grid with arrow key navigation.
import * as Ariakit from '@ariakit/react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { useAppState } from '../../model/engine/context.ts';
import {
  chosenOf,
  customEmoji,
  EMOJI_GROUPS,
  type EmojiChoice,
  type EmojiGroup,
  groupCodes,
  loadEmoji,
  searchEmoji,
  spokenName,
} from './emoji-list.ts';
import { EmojiPicture } from './emoji-picture.tsx';
import { countUse, frequentCodes } from './frequent.ts';

const SHOWN = 96;
const COLUMNS = 8;
const FREQUENT = 40;

interface Props {
  readonly open: boolean;
  readonly label: string;
  setOpen(open: boolean): void;
  choose(emoji: EmojiChoice): void;
}

export function EmojiPicker({ open, setOpen, label, choose }: Props) {
  const popover = Ariakit.usePopoverStore({ open, setOpen, placement: 'bottom-end' });
  return (
    <>
      <Ariakit.PopoverDisclosure store={popover} className="icon-button" title={label}>
        <Icon name="smile" />
        <span className="hidden-text">{label}</span>
      </Ariakit.PopoverDisclosure>
      {open && (
        <Ariakit.Popover store={popover} className="popover emoji-popover" portal gutter={6} aria-label={label}>
          <Choices
            choose={(emoji) => {
              choose(emoji);
              setOpen(false);
            }}
          />
        </Ariakit.Popover>
      )}
    </>
  );
}

/** Shows one group at a time until something is searched. */
const SIGNS: Readonly<Record<EmojiGroup, string>> = {
  frequent: '🕘',
  custom: '⭐',
  smileys: '😀',
  people: '👋',
  nature: '🌿',
  food: '🍎',
  travel: '🚗',
  activities: '⚽',
  objects: '💡',
  symbols: '❤️',
  flags: '🏁',
};

function useGroup(all: readonly EmojiChoice[] | null, group: EmojiGroup): readonly EmojiChoice[] {
  const [codes, setCodes] = useState<readonly string[]>([]);
  useEffect(() => {
    let current = true;
    if (group === 'frequent') setCodes(frequentCodes(FREQUENT));
    else if (group !== 'custom') void groupCodes(group).then((found) => current && setCodes(found));
    return () => {
      current = false;
    };
  }, [group]);
  if (!all) return [];
  return group === 'custom'
    ? all.filter(({ reaction_type }) => reaction_type !== 'unicode_emoji')
    : chosenOf(all, codes);
}

function Choices({ choose }: { choose(emoji: EmojiChoice): void }) {
  const custom = useAppState(({ realm_emoji }) => realm_emoji);
  const [unicode, setUnicode] = useState<readonly EmojiChoice[] | null>(null);
  const [query, setQuery] = useState('');
  const [group, setGroup] = useState<EmojiGroup>('frequent');
  useEffect(() => {
    void loadEmoji().then(setUnicode);
  }, []);
  const all = useMemo(() => (unicode ? [...customEmoji(custom), ...unicode] : null), [custom, unicode]);
  const grouped = useGroup(all, group);
  const searching = query.trim() !== '';
  const found = searching ? searchEmoji(all ?? [], query, SHOWN) : grouped;
  const rows = Array.from({ length: Math.ceil(found.length / COLUMNS) }, (_, row) =>
    found.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
  /** The reader moved in the grid since they last typed. */
  const moved = useRef(false);
  const take = (emoji: EmojiChoice) => {
    countUse(emoji.emoji_code);
    choose(emoji);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key.startsWith('Arrow')) moved.current = true;
    else if (event.key === 'Enter' && searching && !moved.current && !event.nativeEvent.isComposing) {
      // Matches the current text, also before the grid shows its emoji and before they are loaded.
      event.preventDefault();
      void loadEmoji().then((loaded) => {
        const [first] = searchEmoji([...customEmoji(custom), ...loaded], query, 1);
        if (first) take(first);
      });
    }
  };
  const has_custom = Object.values(custom).some(({ deactivated }) => !deactivated);
  return (
    <Ariakit.ComboboxProvider setValue={setQuery} open focusLoop="horizontal" focusWrap>
      <Ariakit.Combobox
        autoSelect="always"
        autoFocus
        className="field"
        placeholder={t('search_emoji')}
        aria-label={t('search_emoji')}
        onChange={() => {
          moved.current = false;
        }}
        // Handled before the grid sees the key.
        onKeyDownCapture={onKeyDown}
      />
      <div className="emoji-groups" role="toolbar" aria-label={t('emoji_groups')} hidden={searching}>
        {EMOJI_GROUPS.filter((name) => name !== 'custom' || has_custom).map((name) => (
          <button
            key={name}
            type="button"
            className="emoji-group"
            aria-pressed={name === group}
            title={t(`emoji_${name}`)}
            onClick={() => setGroup(name)}
          >
            <span aria-hidden="true">{SIGNS[name]}</span>
            <span className="hidden-text">{t(`emoji_${name}`)}</span>
          </button>
        ))}
      </div>
      <Ariakit.ComboboxList
        className="emoji-grid"
        aria-label={searching ? t('emoji') : t(`emoji_${group}`)}
        alwaysVisible
        // The pointer selects the emoji that Enter will take.
        onMouseMove={() => {
          moved.current = true;
        }}
      >
        {rows.map((row) => (
          <Ariakit.ComboboxRow key={row[0]!.emoji_code} className="emoji-row">
            {row.map((emoji) => (
              <Ariakit.ComboboxItem
                key={`${emoji.reaction_type} ${emoji.emoji_code}`}
                className="emoji-cell"
                focusOnHover
                hideOnClick={false}
                setValueOnClick={false}
                aria-label={spokenName(emoji)}
                title={`:${emoji.emoji_name}:`}
                onClick={() => take(emoji)}
              >
                <EmojiPicture reaction={emoji} custom={custom} />
              </Ariakit.ComboboxItem>
            ))}
          </Ariakit.ComboboxRow>
        ))}
        {all && searching && found.length === 0 && <p className="quiet">{t('no_emoji')}</p>}
      </Ariakit.ComboboxList>
    </Ariakit.ComboboxProvider>
  );
}
