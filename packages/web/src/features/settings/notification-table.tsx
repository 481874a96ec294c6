// Notifications by kind of message: for the reader's settings and the defaults of new accounts.
import type { UserSettings } from '@stoa/contract';
import { useId } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { DeliveryToggle } from './delivery-toggle.tsx';
import { NOTIFICATION_COLUMNS, NOTIFICATION_TABLE, type NotificationRow } from './setting-rows.ts';

interface Saver {
  readonly values: UserSettings;
  save(change: Partial<UserSettings>): Promise<unknown>;
}

export function NotificationTable(saver: Saver) {
  return NOTIFICATION_TABLE.map((row) => <TableRow key={row.label} row={row} {...saver} />);
}

function TableRow({ row: { label, hint, keys }, values, save }: { row: NotificationRow } & Saver) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset can't stand in a row with its boxes
    <div className="notification-row" role="group" aria-labelledby={id}>
      <div className="notification-row-name">
        <span id={id}>{t(label)}</span>
        {hint && <p className="setting-hint quiet">{t(hint)}</p>}
      </div>
      {NOTIFICATION_COLUMNS.map(([column, name]) => {
        const key = keys[column];
        if (!key) return null;
        return (
          <DeliveryToggle
            key={column}
            column={column}
            label={t(name)}
            value={values[key]}
            save={(value) => save({ [key]: value })}
          />
        );
      })}
    </div>
  );
}
