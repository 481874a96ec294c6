// UptimeRobot: https://uptimerobot.com/blog/web-hook-alert-contacts-new-feature/. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { topicOf } from '../../markdown.rules.ts';
import { formatOf, maybe, scalar, text } from '../../payload.rules.ts';
import { shown } from '../facts.rules.ts';

const Alert = z.looseObject({
  monitor_friendly_name: text.pipe(z.string().min(1)),
  monitor_url: maybe,
  alert_type: text,
  alert_details: scalar,
  alert_friendly_duration: maybe,
  ssl_expiry_days_left: scalar,
});
type Alert = z.output<typeof Alert>;

const more = (value: string): string => (value === '' ? '' : ` (${value})`);

/** The service leaves placeholders of values that it doesn't know. */
const known = (value: string | null | undefined): string => (/^\*\w+\*$/.test(value ?? '') ? '' : shown(value));

const KINDS: Readonly<Record<string, { event: string; say: (alert: Alert, name: string) => string }>> = {
  1: { event: 'down', say: ({ alert_details }, name) => `${name} is DOWN${more(shown(alert_details))}.` },
  2: {
    event: 'up',
    say({ alert_details, alert_friendly_duration }, name) {
      const duration = known(alert_friendly_duration);
      return `${name} is back UP${more(shown(alert_details))}.${duration && `\nIt was down for ${duration}.`}`;
    },
  },
  3: {
    event: 'ssl_expiry',
    say({ alert_details, ssl_expiry_days_left }, name) {
      const days = shown(ssl_expiry_days_left);
      return `The certificate of ${name} expires soon${more(days ? `days left: ${days}` : shown(alert_details))}.`;
    },
  },
};

export const uptimerobot: PayloadFormat = ({ payload }) => {
  const alert = Alert.parse(payload);
  const { event, say } = formatOf(KINDS, alert.alert_type);
  const name = shown(alert.monitor_friendly_name);
  return {
    topic: topicOf(alert.monitor_friendly_name),
    content: say(alert, `${name}${more(shown(alert.monitor_url))}`),
    event,
  };
};
