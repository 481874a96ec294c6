// Opsgenie: https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { code, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { items, lookUp, maybe, scalar, text } from '../../payload.rules.ts';
import { inAddress } from '../code-hosts/git-host.rules.ts';
import { type Fact, facts, listed, shown, timeOfMilliseconds } from '../facts.rules.ts';

const Alert = z.looseObject({
  alertId: maybe,
  message: maybe,
  description: maybe,
  oldMessage: maybe,
  priority: scalar,
  oldPriority: scalar,
  username: maybe,
  tags: items(text),
  addedTags: maybe,
  removedTags: maybe,
  note: maybe,
  owner: maybe,
  recipient: maybe,
  team: maybe,
  teamName: maybe,
  escalationName: maybe,
  snoozeEndDate: scalar,
});
type Alert = z.output<typeof Alert>;
const Payload = z.looseObject({ action: text.pipe(z.string().min(1)), integrationName: maybe, alert: Alert });

/** The number of a priority, or its name. */
const priority = (value: Alert['priority']): string => shown(typeof value === 'number' ? `P${value}` : value);

/** What an action adds to the alert. */
const DETAILS: Readonly<Record<string, (alert: Alert) => Fact>> = {
  AddNote: ({ note }) => ['Note', shown(note)],
  AddRecipient: ({ recipient }) => ['Recipient', shown(recipient)],
  AddResponder: ({ recipient, team, teamName }) => ['Responder', shown(recipient || teamName || team)],
  AddTags: ({ addedTags }) => ['Tags added', shown(addedTags)],
  AddTeam: ({ team, teamName }) => ['Team added', shown(teamName || team)],
  AssignOwnership: ({ owner }) => ['Assigned owner', shown(owner)],
  Escalate: ({ escalationName }) => ['Escalation', shown(escalationName)],
  RemoveTags: ({ removedTags }) => ['Tags removed', shown(removedTags)],
  Snooze: ({ snoozeEndDate }) => ['Snoozed until', timeOfMilliseconds(snoozeEndDate) || shown(snoozeEndDate)],
  UpdateMessage: ({ oldMessage }) => ['Former message', shown(oldMessage)],
  UpdatePriority: ({ oldPriority }) => ['Former priority', priority(oldPriority)],
};

const PLAIN: ReadonlySet<string> = new Set([
  'Acknowledge',
  'Close',
  'Create',
  'Delete',
  'SnoozeEnded',
  'TakeOwnership',
  'UnAcknowledge',
  'UpdateDescription',
]);

export const opsgenie: PayloadFormat = ({ payload }) => {
  const { action, integrationName, alert } = Payload.parse(payload);
  const detail = lookUp(DETAILS, action);
  const { alertId } = alert;
  const url = alertId && `https://app.opsgenie.com/alert/V2#/show/${inAddress(alertId)}`;
  return {
    topic: topicOf(integrationName) || 'Opsgenie',
    content: paragraphs(
      [
        `${link(integrationName ? `Opsgenie alert for ${integrationName}` : 'Opsgenie alert', url)}:`,
        facts([
          ['Type', shown(action)],
          ['By', shown(alert.username)],
          ...(detail ? [detail(alert)] : []),
          ['Message', shown(alert.message)],
          ['Priority', priority(alert.priority)],
          ['Tags', listed(alert.tags.map(code))],
        ]),
      ].join('\n'),
      quote(alert.description),
    ),
    // The organization names its own actions.
    event: detail || PLAIN.has(action) ? action : 'CustomAction',
  };
};
