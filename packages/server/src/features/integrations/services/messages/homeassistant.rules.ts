// Home Assistant: https://www.home-assistant.io/integrations/notify. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { topicOf } from '../../markdown.rules.ts';
import { maybe } from '../../payload.rules.ts';
import { MessageText } from './automation.rules.ts';

const Payload = z.looseObject({ message: MessageText, topic: maybe, title: maybe });

export const homeassistant: PayloadFormat = ({ payload }) => {
  const { message, topic, title } = Payload.parse(payload);
  return { topic: topicOf(topic || title || 'homeassistant'), content: message, event: null };
};
