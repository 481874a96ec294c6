// Creates a group: name, description and first members.
import { MAX_USER_GROUP_DESCRIPTION_LENGTH, MAX_USER_GROUP_NAME_LENGTH, type UserGroup } from '@stoa/contract';
import { useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { LabelledInput, LabelledTextArea } from '../../base/ui/labelled-field.tsx';
import { useUnsaved } from '../../base/ui/unsaved.ts';
import { GroupSettingPicker } from '../../domain/groups/group-setting-picker.tsx';
import type { Holders } from '../../domain/groups/group-settings.ts';
import { ANYBODY } from '../../domain/groups/membership.ts';
import { useEngine } from '../../model/engine/context.ts';
import { addressOfGroup, groupsAddress } from './groups-address.ts';
import { madeGroup } from './made-group.ts';

export function NewGroup() {
  const engine = useEngine();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [members, setMembers] = useState<Holders>({ groups: [], people: [engine.own_id] });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const empty = () => {
    setName('');
    setDescription('');
  };
  useUnsaved(!busy && (name !== '' || description !== ''), empty);
  const create = async () => {
    setBusy(true);
    await attempt(async () => {
      const { group_id } = await engine.client.createUserGroup({
        name,
        description,
        members: [...members.people] as UserGroup['members'],
        subgroups: [...members.groups] as UserGroup['id'][],
      });
      empty();
      madeGroup.set(group_id);
      location.hash = addressOfGroup(group_id);
    }, setProblem);
    setBusy(false);
  };
  return (
    <form
      className="section"
      aria-labelledby="section-title"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <h2 id="section-title">{t('new_group')}</h2>
      <LabelledInput
        label={t('group_name')}
        required
        autoFocus
        maxLength={MAX_USER_GROUP_NAME_LENGTH}
        value={name}
        problem={problem}
        change={(text) => {
          setName(text);
          setProblem(null);
        }}
      />
      <LabelledTextArea
        label={t('group_description')}
        rows={2}
        maxLength={MAX_USER_GROUP_DESCRIPTION_LENGTH}
        value={description}
        change={setDescription}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a frame here */}
      <div className="setting" role="group" aria-labelledby="new-group-members">
        <span className="setting-label" id="new-group-members">
          {t('group_people')}
        </span>
        <GroupSettingPicker
          field={field}
          label={t('group_people')}
          declared={ANYBODY}
          chosen={members}
          choose={setMembers}
        />
      </div>
      <div className="setting-actions">
        <button type="submit" className="button primary" disabled={busy || name.trim() === ''}>
          {t('create_group')}
        </button>
        <a className="button" href={groupsAddress('all')} onClick={empty}>
          {t('cancel')}
        </a>
      </div>
    </form>
  );
}
