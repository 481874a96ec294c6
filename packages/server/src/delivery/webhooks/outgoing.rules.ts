// The payload sent to an outgoing webhook and the meaning of its response, in both interfaces. Pure.
import { type ReadMessage, SERVICE_INTERFACE } from '@stoa/contract';
import { z } from 'zod';
import { parseBounded } from '../../kit/json/json-values.ts';
import type { Trigger } from './outgoing.actions.ts';

export interface Call {
  readonly bot: { readonly user_id: number; readonly email: string; readonly full_name: string };
  readonly host: string;
  readonly token: string;
  readonly trigger: Trigger;
  /** With its Markdown source as `content`. */
  readonly message: ReadMessage;
  readonly rendered_content: string;
}

export interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** [OW4] */
function ownForm({ bot, token, trigger, message, rendered_content }: Call): Posted {
  const { flags, ...fields } = message;
  const body = {
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    data: message.content,
    message: { ...fields, rendered_content },
    token,
    trigger,
  };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** [OW5] */
function slackForm({ bot, host, token, trigger, message }: Call): Posted {
  const form = new URLSearchParams({
    token,
    team_id: 'T1',
    team_domain: host,
    channel_id: `C${message.stream_id}`,
    channel_name: String(message.display_recipient),
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: message.content,
    trigger_word: trigger,
    service_id: String(bot.user_id),
  });
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form.toString() };
}

/** Null if the interface cannot represent the message. */
export function formOf(interface_type: number | null, call: Call): Posted | null {
  if (interface_type !== SERVICE_INTERFACE.slack) return ownForm(call);
  return call.trigger === 'direct_message' ? null : slackForm(call);
}

const Answer = z.looseObject({
  response_not_required: z.boolean().optional(),
  content: z.string().nullish(),
  /** The name in older services of this API and in Slack's. */
  response_string: z.string().nullish(),
  text: z.string().nullish(),
  widget_content: z.string().nullish(),
});

export interface Reply {
  readonly content: string;
  readonly widget_content?: string;
}

/** The bot's reply; null for none. Throws for an invalid response. [OW6] */
export function readReply(body: string): Reply | null {
  if (body.trim() === '') return null;
  const answer = Answer.parse(parseBounded(body));
  if (answer.response_not_required) return null;
  // No store accepts null bytes and lone surrogates.
  const content = (answer.content ?? answer.response_string ?? answer.text ?? '').replaceAll('\0', '').toWellFormed();
  if (content.trim() === '') return null;
  return { content, ...(answer.widget_content ? { widget_content: answer.widget_content } : {}) };
}
