// Requests for messages in the form that the message store holds.
import type { MessageId } from '@stoa/contract';
import type { Client } from '@stoa/sdk';

export const MESSAGE_FORM = { client_gravatar: false, allow_empty_topic_name: true } as const;

export async function fetchByIds(client: Client, ids: readonly number[]) {
  return (await client.getMessages({ message_ids: ids as MessageId[], ...MESSAGE_FORM })).messages;
}
