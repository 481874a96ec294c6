// Creates a channel: description, privacy, subscribers, permissions.
import type { ChannelPermission, GroupSettingValue, TOPICS_POLICIES } from '@stoa/contract';
import { type FormEvent, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { reasonOf } from '../../base/ui/field-refusals.ts';
import { notify } from '../../base/ui/notices.ts';
import { Problem } from '../../base/ui/problem.tsx';
import { useUnsaved } from '../../base/ui/unsaved.ts';
import { listHash } from '../../domain/channels/address.ts';
import { choosable, flagsOf, type Privacy } from '../../domain/channels/privacy.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import { NOBODY } from './add-people.tsx';
import {
  type ChannelFacts,
  canAnnounce,
  isPublic,
  isTooLong,
  NewChannelNames,
  NewChannelPrivacy,
} from './new-channel-facts.tsx';
import { NewPermissions } from './new-permissions.tsx';
import { type Newcomers, NewSubscribers } from './new-subscribers.tsx';

/** The refusals that are about the name. */
const NAME = /^(CHANNEL_ALREADY_EXISTS|channel_(name_.*|taken))$/;

/** Initial values of the form. */
const blank = (kinds: readonly Privacy[]): ChannelFacts => ({
  name: '',
  description: '',
  privacy: kinds.includes('public') ? 'public' : (kinds[0] ?? 'public'),
  folder_id: null,
  is_default: false,
  announce: true,
});

export function CreateChannel() {
  const engine = useEngine();
  const { go } = useNavigation();
  const state = useAppState((all) => all);
  const kinds = choosable(state, null);
  const [facts, setFacts] = useState(() => blank(kinds));
  const [newcomers, setNewcomers] = useState<Newcomers>({ holders: NOBODY, ids: [] });
  const [topics_policy, setTopicsPolicy] = useState<(typeof TOPICS_POLICIES)[number]>('inherit');
  const [permissions, setPermissions] = useState<Partial<Record<ChannelPermission, GroupSettingValue>>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [name_problem, setNameProblem] = useState<string | null>(null);
  const name_field = useRef<HTMLInputElement>(null);
  const change = (some: Partial<ChannelFacts>) => {
    setFacts((now) => ({ ...now, ...some }));
    setNameProblem(null);
  };
  const name = facts.name.trim();
  const empty = () => change({ name: '', description: '' });
  useUnsaved(!busy && (facts.name !== '' || facts.description !== ''), empty);
  const ready = !busy && name !== '' && !isTooLong(facts);

  const create = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { id } = await engine.client.createStream({
        name,
        description: facts.description.trim(),
        subscribers: [...new Set([engine.own_id, ...newcomers.ids])],
        ...flagsOf(facts.privacy),
        is_default_stream: isPublic(facts) && facts.is_default,
        announce: canAnnounce(state, facts) && facts.announce,
        folder_id: facts.folder_id,
        topics_policy,
        ...permissions,
      });
      notify(t('channel_created', { channel: name }));
      empty();
      go({ kind: 'channel', channel_id: id });
    } catch (error) {
      const is_about_name = NAME.test(reasonOf(error));
      (is_about_name ? setNameProblem : setProblem)(failureText(error));
      if (is_about_name) name_field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void create();
  };
  if (kinds.length === 0) return <p className="quiet">{t('may_not_create')}</p>;
  return (
    <form className="channel-details" onSubmit={submit}>
      <h2>{t('new_channel')}</h2>
      <NewChannelNames
        state={state}
        facts={facts}
        problem={name_problem}
        field={name_field}
        change={change}
        fail={setProblem}
      />
      <NewChannelPrivacy state={state} facts={facts} change={change} />
      <SettingGroup title={t('channel_tab_subscribers')}>
        <NewSubscribers chosen={newcomers} choose={setNewcomers} />
      </SettingGroup>
      <NewPermissions
        topics_policy={topics_policy}
        setTopicsPolicy={setTopicsPolicy}
        chosen={permissions}
        choose={setPermissions}
      />
      <Problem>{problem}</Problem>
      <div className="setting-actions">
        <button type="submit" className="button primary" disabled={!ready}>
          {t('create_channel')}
        </button>
        <a className="button" href={listHash('subscribed')} onClick={empty}>
          {t('cancel')}
        </a>
      </div>
    </form>
  );
}
