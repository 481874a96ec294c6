// Makes a channel: what it is, who may read it, who is in it, who may do what.
import {
  type ChannelPermission,
  type GroupSettingValue,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
  type TOPICS_POLICIES,
} from '@stoa/contract';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../base/text/failures.ts';
import { t } from '../../base/text/text.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { notify } from '../../base/ui/notices.ts';
import { listHash } from '../../domain/channels/address.ts';
import { choosable, flagsOf, type Privacy } from '../../domain/channels/privacy.ts';
import { RenderedLine } from '../../domain/content/rendered-line.tsx';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import { NOBODY } from './add-people.tsx';
import { folderChoices } from './folder-choices.ts';
import { NewPermissions } from './new-permissions.tsx';
import { type Newcomers, NewSubscribers } from './new-subscribers.tsx';

const lengthOf = (text: string) => [...text.trim()].length;

export function CreateChannel() {
  const engine = useEngine();
  const { go } = useNavigation();
  const state = useAppState((all) => all);
  const kinds = choosable(state, null);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [preview, setPreview] = useState<string | null>(null);
  const [privacy, setPrivacy] = useState<Privacy>(kinds.includes('public') ? 'public' : (kinds[0] ?? 'public'));
  const [folder_id, setFolder] = useState<number | null>(null);
  const [is_default, setDefault] = useState(false);
  const [announce, setAnnounce] = useState(true);
  const [newcomers, setNewcomers] = useState<Newcomers>({ holders: NOBODY, ids: [] });
  const [topics_policy, setTopicsPolicy] = useState<(typeof TOPICS_POLICIES)[number]>('inherit');
  const [permissions, setPermissions] = useState<Partial<Record<ChannelPermission, GroupSettingValue>>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const is_public = !privacy.startsWith('private');
  const announces = is_public && state.realm_new_stream_announcements_stream_id !== -1;
  const too_long = lengthOf(name) > MAX_STREAM_NAME_LENGTH || lengthOf(description) > MAX_STREAM_DESCRIPTION_LENGTH;

  const create = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { id } = await engine.client.createStream({
        name: name.trim(),
        description: description.trim(),
        subscribers: [...new Set([engine.own_id, ...newcomers.ids])],
        ...flagsOf(privacy),
        is_default_stream: is_public && is_default,
        announce: announces && announce,
        folder_id,
        topics_policy,
        ...permissions,
      });
      notify(t('channel_created', { channel: name.trim() }));
      go({ kind: 'channel', channel_id: id });
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && name.trim() !== '' && !too_long) void create();
  };
  const look = async () => {
    if (preview !== null) return setPreview(null);
    try {
      setPreview((await engine.client.renderMessage({ content: description })).rendered);
    } catch (error) {
      setProblem(failureText(error));
    }
  };
  if (kinds.length === 0) return <p className="quiet">{t('may_not_create')}</p>;
  return (
    <form className="channel-details" onSubmit={submit}>
      <h2>{t('new_channel')}</h2>
      <SettingGroup title={t('channel_itself')}>
        <label className="labelled">
          {t('channel_name')}
          <input
            className="field"
            dir="auto"
            value={name}
            required
            // biome-ignore lint/a11y/noAutofocus: who opens the form wants to name the channel
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <div className="labelled">
          <label htmlFor="new-description">{t('channel_description')}</label>
          {preview === null ? (
            <textarea
              id="new-description"
              className="field"
              dir="auto"
              rows={3}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          ) : (
            <div id="new-description" className="description-preview">
              <RenderedLine html={preview} />
            </div>
          )}
          <div className="setting-actions">
            <button
              type="button"
              className="button"
              aria-pressed={preview !== null}
              disabled={description.trim() === ''}
              onClick={() => void look()}
            >
              {t(preview === null ? 'preview' : 'back_to_editing')}
            </button>
          </div>
        </div>
        {too_long && (
          <p role="alert" className="problem">
            {t('channel_too_long', { name: MAX_STREAM_NAME_LENGTH, description: MAX_STREAM_DESCRIPTION_LENGTH })}
          </p>
        )}
        {state.channel_folders.some(({ is_archived }) => !is_archived) && (
          <label className="labelled">
            {t('folder')}
            <select
              className="field"
              value={folder_id ?? ''}
              onChange={({ target: { value } }) => setFolder(value === '' ? null : Number(value))}
            >
              {folderChoices(state, null).map(([id, label]) => (
                <option key={id} value={id ?? ''}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
      </SettingGroup>
      <fieldset className="setting-group choices">
        <legend>{t('channel_privacy')}</legend>
        {kinds.map((kind) => (
          <label key={kind} className="check choice">
            <input type="radio" name="privacy" checked={privacy === kind} onChange={() => setPrivacy(kind)} />
            <span>
              {t(`privacy_${kind}`)}
              <span className="setting-hint quiet">{t(`privacy_${kind}_hint`)}</span>
            </span>
          </label>
        ))}
        {announces && (
          <label className="check">
            <input type="checkbox" checked={announce} onChange={(event) => setAnnounce(event.target.checked)} />
            {t('announce_channel')}
          </label>
        )}
        {state.is_admin && is_public && (
          <label className="check">
            <input type="checkbox" checked={is_default} onChange={(event) => setDefault(event.target.checked)} />
            {t('default_channel')}
          </label>
        )}
      </fieldset>
      <SettingGroup title={t('channel_tab_subscribers')}>
        <NewSubscribers chosen={newcomers} choose={setNewcomers} />
      </SettingGroup>
      <NewPermissions
        topics_policy={topics_policy}
        setTopicsPolicy={setTopicsPolicy}
        chosen={permissions}
        choose={setPermissions}
      />
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <div className="setting-actions">
        <button type="submit" className="button primary" disabled={busy || name.trim() === '' || too_long}>
          {t('create_channel')}
        </button>
        <a className="button" href={listHash('subscribed')}>
          {t('cancel')}
        </a>
      </div>
    </form>
  );
}
