// Statuspage: https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/. Pure.
import { z } from 'zod';
import type { Notice, PayloadFormat } from '../../integration.rules.ts';
import { bold, inline, link, quote, topicOf } from '../../markdown.rules.ts';
import { anything, items, maybe, part, text } from '../../payload.rules.ts';
import { type Fact, facts, listed } from '../facts.rules.ts';
import { utcTime } from './monitoring.rules.ts';

const Payload = z.looseObject({
  page: part(z.looseObject({ status_description: maybe })),
  incident: anything,
});
const Incident = z.looseObject({
  name: text,
  status: text,
  impact: maybe,
  shortlink: maybe,
  scheduled_for: maybe,
  scheduled_until: maybe,
  postmortem_body: maybe,
  incident_updates: items(z.looseObject({ body: maybe })),
  components: items(z.looseObject({ name: maybe })),
});
const ComponentChange = z.looseObject({
  component: z.looseObject({ name: text }),
  component_update: z.looseObject({ old_status: text, new_status: text }),
});

const words = (status: string): string => inline(status.replaceAll('_', ' '));

/** The newest update stands first. */
function incidentNotice(incident: unknown, page_status: string): Notice {
  const { name, status, shortlink, scheduled_for, scheduled_until, incident_updates, components } =
    Incident.parse(incident);
  const details: Fact[] = [
    ['State', bold(words(status))],
    ['Scheduled from', utcTime(scheduled_for)],
    ['Scheduled until', utcTime(scheduled_until)],
    ['Components', listed(components.map((component) => inline(component.name ?? '')))],
  ];
  const update = quote(incident_updates[0]?.body);
  return {
    topic: topicOf(page_status ? `${name}: ${page_status}` : name),
    content: [`**${link(name.replaceAll('*', ''), shortlink) || 'Incident'}**:`, facts(details), update]
      .filter((line) => line)
      .join('\n'),
    event: 'incident',
  };
}

function componentNotice(payload: unknown, page_status: string): Notice {
  const { component, component_update } = ComponentChange.parse(payload);
  const { old_status, new_status } = component_update;
  return {
    topic: topicOf(page_status ? `${component.name}: ${page_status}` : component.name),
    content: `${bold(component.name) || 'A component'} has changed status from **${words(old_status)}** to **${words(new_status)}**.`,
    event: 'component',
  };
}

export const statuspage: PayloadFormat = ({ payload }) => {
  const { page, incident } = Payload.parse(payload);
  const page_status = page?.status_description ?? '';
  return incident == null ? componentNotice(payload, page_status) : incidentNotice(incident, page_status);
};
