// The channels that a bot can be given to send to or listen to: by name, as the API takes them.
import { useMemo } from 'react';
import { useAppState } from '../app/context.ts';
import { t } from '../text/text.ts';

/** Those the reader may read; the empty name is none. */
export function useChannelChoices(): readonly (readonly [name: string, label: string])[] {
  const subscribed = useAppState(({ subscriptions }) => subscriptions);
  const left = useAppState(({ unsubscribed }) => unsubscribed);
  const others = useAppState(({ never_subscribed }) => never_subscribed);
  return useMemo(() => {
    const names = [...subscribed, ...[...left, ...others].filter(({ invite_only }) => !invite_only)]
      .filter(({ is_archived }) => !is_archived)
      .map(({ name }) => name)
      .sort((a, b) => a.localeCompare(b));
    return [['', t('no_channel_chosen')] as const, ...names.map((name) => [name, `#${name}`] as const)];
  }, [subscribed, left, others]);
}
