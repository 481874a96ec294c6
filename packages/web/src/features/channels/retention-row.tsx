// How long a channel keeps messages: as the organization, for ever, or a number of days.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { ChoiceRow, SettingGroup, TextRow } from '../../base/ui/controls.tsx';
import type { KnownChannel } from '../../model/state/state.ts';

type Retention = number | 'realm_default' | 'unlimited';
const DAYS = 'days';
const FIRST_DAYS = 30;

interface Props {
  readonly channel: Pick<KnownChannel, 'message_retention_days'>;
  readonly disabled: boolean;
  save(changes: { message_retention_days: Retention }): Promise<unknown>;
}

export function RetentionRow({ channel: { message_retention_days: days }, disabled, save }: Props) {
  const [choosing, setChoosing] = useState(false);
  const present = days === null ? 'realm_default' : days < 0 ? 'unlimited' : DAYS;
  const shown = choosing ? DAYS : present;
  return (
    <SettingGroup title={t('retention')}>
      <ChoiceRow
        label={t('retention_label')}
        hint={t('retention_hint')}
        value={shown}
        disabled={disabled}
        choices={[
          ['realm_default', t('retention_default')],
          ['unlimited', t('retention_unlimited')],
          [DAYS, t('retention_days')],
        ]}
        save={async (choice) => {
          setChoosing(choice === DAYS);
          if (choice !== DAYS) await save({ message_retention_days: choice });
        }}
      />
      {shown === DAYS && (
        <TextRow
          label={t('retention_number')}
          type="number"
          value={days !== null && days > 0 ? String(days) : ''}
          disabled={disabled}
          save={async (written) => {
            await save({ message_retention_days: Math.trunc(Number(written)) || FIRST_DAYS });
            setChoosing(false);
          }}
        />
      )}
    </SettingGroup>
  );
}
