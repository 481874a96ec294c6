// Removes a subscriber; asks about their bots if those would be removed too. [WB64]
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { formatList } from '../../base/text/text.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { Check } from '../../base/ui/check.tsx';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useEngine } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import type { KnownChannel, Person } from '../../model/state/state.ts';

export interface Leaving {
  readonly person: Person;
  readonly bots: readonly Person[];
}

interface Props extends Leaving {
  readonly channel: KnownChannel;
  close(): void;
}

export function removeSubscriber(
  { client }: Engine,
  { name }: Pick<KnownChannel, 'name'>,
  { user_id, full_name }: Person,
  keep_bots = false,
): Promise<boolean> {
  return attemptOnce(`unsubscribe ${user_id} ${name}`, async () => {
    await client.unsubscribe({ subscriptions: [name], principals: [user_id], keep_bots });
    notify(t('subscriber_removed', { name: full_name }));
  });
}

export function RemoveSubscriberDialog({ channel, person, bots, close }: Props) {
  const engine = useEngine();
  const [keeps, setKeeps] = useState(false);
  const name = person.full_name;
  return (
    <ConfirmDialog
      title={t('remove_subscriber_title', { name, channel: channel.name })}
      lead={t('remove_subscriber_bots', { name, bots: formatList(bots.map(({ full_name }) => full_name)) })}
      action={t('remove_subscriber_action')}
      confirm={() => void removeSubscriber(engine, channel, person, keeps)}
      close={close}
    >
      <Check
        label={
          <span>
            {t('remove_subscriber_keep_bots')}
            <span className="quiet"> {t('remove_subscriber_keep_bots_hint', { name })}</span>
          </span>
        }
        value={keeps}
        change={setKeeps}
      />
    </ConfirmDialog>
  );
}
