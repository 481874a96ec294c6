// Fetches the email address of a channel.
import type { ChannelId, UserId } from '@stoa/contract';
import { useEffect, useState } from 'react';
import { useEngine } from '../../model/engine/context.ts';

/**
 * Null until it is known, and while another sender's is fetched; empty if there is none, be it because the reader just lost the right to
 * post. `sender_id`: whom messages come from; null for the organization's bot.
 */
export function useEmailAddress(stream_id: ChannelId, sender_id: UserId | null): string | null {
  const { client } = useEngine();
  const [found, setFound] = useState<{ readonly key: string; readonly email: string } | null>(null);
  const key = `${stream_id} ${sender_id}`;
  useEffect(() => {
    let is_current = true;
    const show = (email: string) => {
      if (is_current) setFound({ key: `${stream_id} ${sender_id}`, email });
    };
    client.getStreamEmailAddress({ stream_id, sender_id: sender_id ?? undefined }).then(
      ({ email }) => show(email),
      () => show(''),
    );
    return () => {
      is_current = false;
    };
  }, [client, stream_id, sender_id]);
  return found?.key === key ? found.email : null;
}
