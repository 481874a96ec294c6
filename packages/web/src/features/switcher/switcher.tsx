// The quick switcher: finds channels, topics, people, views and settings, recently visited ones first.
import * as Ariakit from '@ariakit/react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fold } from '../../base/text/fold.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { useBackCloses } from '../../base/views/overlays.ts';
import { channelsInReach } from '../../domain/channels/channel-list.ts';
import { fetchTopics, knownTopics } from '../../domain/channels/topics.ts';
import { recencyOf } from '../../domain/people/recency.ts';
import { SuggestionItem } from '../../domain/writing/suggestion-item.tsx';
import { useEngine, useNavigation } from '../../model/engine/context.ts';
import { switcherOpen } from '../../model/state/screen.ts';
import { allEntries, type Entry, findEntries } from './entries.ts';
import { visitedViews } from './visited.ts';

const SHOWN = 30;
/** Number of recent channels whose topics are fetched on opening. */
const CHANNELS_AT_FIRST = 10;
/** Number of matching channels whose topics are fetched after a pause in typing. */
const CHANNELS_TYPED = 3;
const PAUSE_MS = 200;

const close = () => switcherOpen.set(false);

/** Fetches unknown topics; the returned number grows as they arrive. */
function useTopicsOf(typed: string): number {
  const engine = useEngine();
  const { route } = useNavigation();
  const [version, again] = useReducer((count: number) => count + 1, 0);
  const requested = useRef(new Set<number>());
  const first = fold(typed)
    .replace(/^#/, '')
    .split(/[\s>›]+/)[0]!;
  useEffect(() => {
    const loadTopics = (channel_ids: readonly number[]) => {
      for (const id of channel_ids) {
        if (requested.current.has(id) || knownTopics(id)) continue;
        requested.current.add(id);
        fetchTopics(engine, id).then(again, () => {});
      }
    };
    const state = engine.state.get();
    if (first === '') {
      const { channels } = recencyOf(engine);
      const recent = state.subscriptions
        .map(({ stream_id }) => stream_id as number)
        .sort((a, b) => (channels.get(b) ?? 0) - (channels.get(a) ?? 0));
      loadTopics([
        ...('channel_id' in route.view ? [route.view.channel_id] : []),
        ...recent.slice(0, CHANNELS_AT_FIRST),
      ]);
      return;
    }
    const timer = setTimeout(() => {
      const prefix_matches = channelsInReach(state).filter(({ name }) => fold(name).startsWith(first));
      loadTopics(prefix_matches.slice(0, CHANNELS_TYPED).map(({ stream_id }) => stream_id));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [engine, route, first]);
  return version;
}

export function Switcher() {
  const engine = useEngine();
  const { route, go } = useNavigation();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed);
  const version = useTopicsOf(query);
  /** The reader moved in the list; otherwise Enter opens the first entry. */
  const moved = useRef(false);
  /** The reader opened an entry: the focus does not return to its previous element. */
  const left = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: topics have come
  const entries = useMemo(() => allEntries(engine), [engine, version]);
  const find = (text: string) => findEntries(entries, text, visitedViews(), route.view, SHOWN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is found in and for
  const found = useMemo(() => find(query), [entries, query]);
  const open = ({ view }: Entry) => {
    left.current = true;
    close();
    go(view);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, metaKey } = event;
    if (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) {
      event.preventDefault();
      close();
    } else if (/^(Arrow|Page)(Up|Down)$/.test(key)) {
      moved.current = true;
    } else if (key === 'Enter' && !moved.current && !event.nativeEvent.isComposing) {
      // Matches the current text, not results for an earlier, shorter one.
      event.preventDefault();
      const [first] = find(typed);
      if (first) open(first);
    }
  };
  useBackCloses(true, close);
  return (
    <Ariakit.Dialog
      open
      onClose={close}
      className="dialog switcher"
      backdrop={<div className="backdrop" />}
      aria-label={t('switcher_title')}
      autoFocusOnHide={() => !left.current}
    >
      <Ariakit.ComboboxProvider
        value={typed}
        setValue={(value) => {
          moved.current = false;
          setTyped(value);
        }}
        open
      >
        <div className="switcher-head">
          <Icon name="search" size={17} />
          <Ariakit.Combobox
            className="switcher-field"
            autoFocus
            autoSelect="always"
            placeholder={t('switcher_placeholder')}
            aria-label={t('switcher_title')}
            onKeyDownCapture={onKeyDown}
          />
          <Ariakit.DialogDismiss className="icon-button" aria-label={t('close')}>
            <Icon name="close" />
          </Ariakit.DialogDismiss>
        </div>
        <Entries found={found} open={open} />
        <p className="switcher-hint quiet" role="status">
          {found.length === 0 ? t('switcher_none') : t('switcher_hint')}
        </p>
      </Ariakit.ComboboxProvider>
    </Ariakit.Dialog>
  );
}

function Entries({ found, open }: { found: readonly Entry[]; open(entry: Entry): void }) {
  return (
    <Ariakit.ComboboxList className="switcher-list" alwaysVisible aria-label={t('suggestions')}>
      {found.map((entry) => (
        <SuggestionItem key={entry.key} suggestion={entry} hideOnClick={false} onClick={() => open(entry)} />
      ))}
    </Ariakit.ComboboxList>
  );
}
