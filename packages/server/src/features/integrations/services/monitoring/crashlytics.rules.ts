// Crashlytics, now of Firebase: https://docs.fabric.io/apple/manage/webhooks/custom-hooks.html. Pure.
import { z } from 'zod';
import { plural } from '../../../../kit/text/plural.ts';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { link, topicOf } from '../../markdown.rules.ts';
import { count, maybe, scalar, text } from '../../payload.rules.ts';
import { setUp } from '../facts.rules.ts';

const Payload = z.looseObject({ event: text });
const Issue = z.looseObject({
  payload: z.looseObject({
    title: text,
    url: maybe,
    display_id: scalar,
    impacted_devices_count: count,
  }),
});

export const crashlytics: PayloadFormat = ({ payload }) => {
  const { event } = Payload.parse(payload);
  if (event === 'verification') return { topic: 'Setup', content: setUp('Crashlytics', null), event: null };
  if (event !== 'issue_impact_change') throw new UnsupportedEvent(event);
  const { title, url, display_id, impacted_devices_count } = Issue.parse(payload).payload;
  const devices = impacted_devices_count == null ? 'some devices' : plural(impacted_devices_count, 'device');
  return {
    topic: topicOf(display_id == null ? title : `${display_id}: ${title}`),
    content: `${link('Issue', url)} impacts at least ${devices}.`,
    event: null,
  };
};
