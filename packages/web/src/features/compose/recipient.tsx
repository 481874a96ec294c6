// Chooses the destination: a channel and topic, or people. Enter and Tab lead on to the text.
import * as Ariakit from '@ariakit/react';
import { topicKey } from '@stoa/contract/topics';
import { type KeyboardEvent, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { ChannelChooser } from '../../domain/channels/channel-chooser.tsx';
import { maySend } from '../../domain/channels/channel-permissions.ts';
import { useTopics } from '../../domain/channels/topics.ts';
import { useChannels } from '../../domain/channels/use-channels.ts';
import { GroupSettingPicker } from '../../domain/groups/group-setting-picker.tsx';
import type { Conversation } from '../../domain/writing/drafts.ts';
import { best } from '../../domain/writing/suggestions.ts';
import { useAppState } from '../../model/engine/context.ts';
import { topicName } from '../../model/state/names.ts';
import type { RecipientProps } from './recipient-waiting.tsx';

const NOBODY = { groups: [], people: [] };
const TOPICS_SHOWN = 50;

export function Recipient({ target, begin, words, retarget, next, close }: RecipientProps) {
  const element = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    // Not if the focus is in the text already.
    const { activeElement } = document;
    if (begin && (activeElement === document.body || activeElement === null))
      element.current?.querySelector('input')?.focus();
  }, []);
  const channels = useChannels(maySend);
  const direct = target.kind === 'direct';
  const input = useRef<HTMLInputElement>(null);
  /** Moves on to the topic if a channel was chosen; otherwise stays. */
  const chose = useRef(false);
  const after = useMemo(
    () => ({
      get current() {
        const to = chose.current ? input.current : null;
        chose.current = false;
        return to;
      },
    }),
    [],
  );
  return (
    <div ref={element} className="recipient">
      <ChannelChooser
        label={t('choose_conversation')}
        hide_label
        channels={channels}
        value={direct ? null : target.channel_id}
        none={{ label: t('direct_messages'), icon: 'people' }}
        after={after}
        picked={() => {
          chose.current = true;
        }}
        change={(channel_id) =>
          retarget(
            channel_id === null
              ? { kind: 'direct', user_ids: [] }
              : { kind: 'topic', channel_id, topic: direct ? '' : target.topic },
          )
        }
      />
      {direct ? (
        <People ref={input} target={target} begun={words.current} retarget={retarget} next={next} />
      ) : (
        <TopicField key={target.channel_id} ref={input} target={target} retarget={retarget} next={next} />
      )}
      <IconButton icon="close" label={t('close')} onClick={close} />
    </div>
  );
}

interface TopicProps extends Pick<RecipientProps, 'retarget' | 'next'> {
  readonly target: Extract<Conversation, { kind: 'topic' }>;
  readonly ref: Ref<HTMLInputElement>;
}

/** The typed text is the topic, unless the reader moved to a suggestion. */
function TopicField({ ref, target, retarget, next }: TopicProps) {
  const topics = useTopics(target.channel_id);
  const [open, setOpen] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const combobox = Ariakit.useComboboxStore({
    value: target.topic,
    setValue: (topic) => retarget({ ...target, topic }),
    open,
    setOpen,
  });
  const active = Ariakit.useStoreState(combobox, 'activeId');
  const found = useMemo(
    () =>
      best(
        topics ?? [],
        ({ name }) => name || t('general_chat'),
        target.topic,
        { recent: ({ max_id }) => max_id },
        TOPICS_SHOWN,
      ),
    [topics, target.topic],
  );
  const typed = topicKey(target.topic.trim());
  const is_new = topics !== null && typed !== '' && !topics.some(({ name }) => topicKey(name) === typed);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const leads = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey);
    if (!leads || event.nativeEvent.isComposing) return;
    // Handled before the list sees the key.
    event.preventDefault();
    const at = open && active ? combobox.item(active)?.value : undefined;
    if (at !== undefined) retarget({ ...target, topic: at });
    setOpen(false);
    next();
  };
  return (
    <Ariakit.ComboboxProvider store={combobox}>
      <Ariakit.Combobox
        ref={(element) => {
          own.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        className="field"
        dir="auto"
        maxLength={60}
        placeholder={t('topic')}
        aria-label={t('topic')}
        showOnClick
        onFocus={() => setOpen(true)}
        onKeyDownCapture={onKeyDown}
      />
      <Ariakit.ComboboxPopover
        className="popover suggestions"
        gutter={6}
        portal
        portalElement={() => own.current?.closest<HTMLElement>('main') ?? null}
        preserveTabOrder={false}
        fixed
        unmountOnHide
        hidden={found.length === 0 && !is_new}
        aria-label={t('all_topics')}
      >
        {found.map(({ name }) => (
          <Ariakit.ComboboxItem key={name} value={name} className="suggestion" focusOnHover onClick={() => next()}>
            <span className="suggestion-label" dir="auto">
              {topicName(name)}
            </span>
          </Ariakit.ComboboxItem>
        ))}
        {is_new && <p className="suggestion-hint quiet">{t('topic_is_new')}</p>}
      </Ariakit.ComboboxPopover>
    </Ariakit.ComboboxProvider>
  );
}

interface PeopleProps extends Pick<RecipientProps, 'retarget' | 'next'> {
  readonly target: Extract<Conversation, { kind: 'direct' }>;
  readonly begun: string;
  readonly ref: { current: HTMLInputElement | null };
}

function People({ ref, target, begun, retarget, next }: PeopleProps) {
  const own_id = useAppState(({ user_id }) => user_id);
  const { user_ids } = target;
  // The reader is always part of a conversation with others.
  const taken = user_ids.length > 0 ? { groups: [], people: [own_id] } : NOBODY;
  return (
    <GroupSettingPicker
      field={ref}
      label={t('choose_person')}
      named={t('choose_person')}
      declared={null}
      chosen={{ groups: [], people: user_ids }}
      taken={taken}
      begun={begun}
      next={next}
      choose={({ people }) => retarget({ kind: 'direct', user_ids: people })}
    />
  );
}
