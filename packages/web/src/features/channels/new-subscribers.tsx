// Initial subscribers of a channel: people, groups, and the subscribers of another channel.
import { useEffect, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ChannelChooser } from '../../domain/channels/channel-chooser.tsx';
import { useChannels } from '../../domain/channels/use-channels.ts';
import { GroupSettingPicker } from '../../domain/groups/group-setting-picker.tsx';
import type { Holders } from '../../domain/groups/group-settings.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { KnownChannel, State } from '../../model/state/state.ts';
import { ANYBODY, NOBODY } from './add-people.tsx';
import { peopleOf } from './people-of.ts';

export interface Newcomers {
  readonly holders: Holders;
  /** All of them except the creator. */
  readonly ids: readonly number[];
}

const isThere = (_: State, { is_archived }: KnownChannel) => !is_archived;

interface Props {
  readonly chosen: Newcomers;
  choose(newcomers: Newcomers): void;
}

export function NewSubscribers({ chosen, choose }: Props) {
  const engine = useEngine();
  const own_id = useAppState(({ user_id }) => user_id);
  const channels = useChannels(isThere);
  const [copied, setCopied] = useState<{ channel_id: number; ids: readonly number[] } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  useEffect(() => {
    if (wanted === null) return setCopied(null);
    let current = true;
    void attempt(async () => {
      const { subscribers } = await engine.client.getSubscribers({ stream_id: wanted });
      if (current) setCopied({ channel_id: wanted, ids: subscribers });
    });
    return () => {
      current = false;
    };
  }, [engine, wanted]);
  const all = (holders: Holders, others: readonly number[]): Newcomers => ({
    holders,
    ids: peopleOf(engine.state.get(), { ...holders, people: [...holders.people, ...others] }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was copied is what changed
  useEffect(() => choose(all(chosen.holders, copied?.ids ?? [])), [copied]);
  const count = new Set([...chosen.ids, own_id]).size;
  return (
    <>
      <p className="quiet">{t('you_are_in_it')}</p>
      <GroupSettingPicker
        taken={NOBODY}
        field={field}
        label={t('add_subscribers')}
        declared={ANYBODY}
        chosen={chosen.holders}
        choose={(holders) => choose(all(holders, copied?.ids ?? []))}
      />
      <ChannelChooser
        label={t('same_people_as')}
        channels={channels}
        value={wanted}
        none={{ label: t('no_other_channel'), icon: 'close' }}
        change={setWanted}
      />
      <p className="quiet" role="status">
        {t('member_count', { count })}
      </p>
    </>
  );
}
