// Zabbix: https://www.zabbix.com/documentation/current/en/manual/config/notifications/media/webhook. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { link, topicOf } from '../../markdown.rules.ts';
import { maybe, scalar, text } from '../../payload.rules.ts';
import { shown } from '../facts.rules.ts';

/** The fields that the media type of this service has. */
const Alert = z.looseObject({
  hostname: text.pipe(z.string().min(1)),
  severity: text,
  status: text,
  item: scalar,
  trigger: scalar,
  link: maybe,
});

export const zabbix: PayloadFormat = ({ payload }) => {
  const alert = Alert.parse(payload);
  const severity = shown(alert.severity);
  const summary = `${shown(alert.status)}${severity && ` (${severity})`} alert on ${link(alert.hostname, alert.link)}`;
  const details = [shown(alert.trigger), shown(alert.item)].filter((line) => line !== '');
  return {
    topic: topicOf(alert.hostname),
    content:
      details.length > 0
        ? `${summary.trim()}:\n${details.map((line) => `* ${line}`).join('\n')}`
        : `${summary.trim()}.`,
    event: null,
  };
};
