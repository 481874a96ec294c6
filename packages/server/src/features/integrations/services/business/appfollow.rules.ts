// AppFollow: https://support.appfollow.io (its webhooks post texts in Slack's markup). Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { topicOf } from '../../markdown.rules.ts';
import { fromMrkdwn } from '../messages/slack.rules.ts';

const Payload = z.looseObject({ text: z.string().trim().min(1) });

/** The first line, the app's name: without markup, and links as their text. */
function titleOf(line: string): string {
  return topicOf(line.replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, target: string, shown?: string) => shown ?? target))
    .replace(/[*_~`]/g, '')
    .trim();
}

export const appfollow: PayloadFormat = ({ payload }) => {
  const { text } = Payload.parse(payload);
  return {
    topic: titleOf(text.split('\n', 1)[0]!) || 'AppFollow',
    content: fromMrkdwn(text) || 'An empty message.',
    event: null,
  };
};
