// Fetches the email address of a channel.
import type { ChannelId, UserId } from '@stoa/contract';
import { useEffect, useState } from 'react';
import { failureText, isPasswordNeeded } from '../../base/text/failures.ts';
import { useEngine } from '../../model/engine/context.ts';

interface FetchedAddress {
  /** Null until it is known, and while another sender's is fetched; empty if there is none, be it because the reader just lost the right to post. */
  readonly email: string | null;
  /** Why there is none, if the reader did not give the password that the server asked for; null otherwise. */
  readonly refusal: string | null;
}

const UNKNOWN: FetchedAddress = { email: null, refusal: null };

/** `sender_id`: whom messages come from; null for the organization's bot. */
export function useEmailAddress(stream_id: ChannelId, sender_id: UserId | null): FetchedAddress {
  const { client } = useEngine();
  const [found, setFound] = useState<FetchedAddress & { readonly key: string }>({ ...UNKNOWN, key: '' });
  const key = `${stream_id} ${sender_id}`;
  useEffect(() => {
    let is_current = true;
    const show = (fetched: FetchedAddress) => {
      if (is_current) setFound({ ...fetched, key: `${stream_id} ${sender_id}` });
    };
    client.getStreamEmailAddress({ stream_id, sender_id: sender_id ?? undefined }).then(
      ({ email }) => show({ email, refusal: null }),
      (error: unknown) => show({ email: '', refusal: isPasswordNeeded(error) ? failureText(error) : null }),
    );
    return () => {
      is_current = false;
    };
  }, [client, stream_id, sender_id]);
  return found.key === key ? found : UNKNOWN;
}
