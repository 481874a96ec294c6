// Brings people and groups into a channel.
import type { PermissionSetting } from '@stoa/contract';
import { useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { notify } from '../../base/ui/notices.ts';
import { GroupSettingPicker } from '../../domain/groups/group-setting-picker.tsx';
import type { Holders } from '../../domain/groups/group-settings.ts';
import { useEngine } from '../../model/engine/context.ts';
import type { KnownChannel } from '../../model/state/state.ts';
import { peopleOf } from './people-of.ts';

/** Anybody can be brought into a channel, by any group that has people. */
export const ANYBODY: PermissionSetting = {
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: false,
  allow_everyone_group: true,
  default_group_name: 'role:nobody',
  default_for_system_groups: null,
  allowed_system_groups: [],
};
export const NOBODY: Holders = { groups: [], people: [] };

export function AddPeople({ channel, present }: { channel: KnownChannel; present: readonly number[] }) {
  const engine = useEngine();
  const [chosen, setChosen] = useState(NOBODY);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const ids = peopleOf(engine.state.get(), chosen);
  const fresh = ids.filter((id) => !present.includes(id));
  const nobody = chosen.groups.length === 0 && chosen.people.length === 0;
  const add = async () => {
    setBusy(true);
    const done = await attempt(async () => {
      if (fresh.length > 0)
        await engine.client.subscribe({ subscriptions: [{ name: channel.name }], principals: fresh });
      notify(fresh.length > 0 ? t('subscribers_added', { count: fresh.length }) : t('subscribers_added_none'));
    });
    setBusy(false);
    if (done) setChosen(NOBODY);
  };
  return (
    <form
      className="add-people"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !nobody) void add();
      }}
    >
      <GroupSettingPicker
        taken={{ groups: [], people: present }}
        field={field}
        label={t('add_subscribers')}
        declared={ANYBODY}
        chosen={chosen}
        choose={setChosen}
      />
      <button type="submit" className="button primary" disabled={nobody || busy}>
        {t('channel_add')}
      </button>
    </form>
  );
}
