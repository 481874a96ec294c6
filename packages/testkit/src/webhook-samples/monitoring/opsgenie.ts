// Payloads of Opsgenie, reduced from its documentation.

const ALERT = {
  alertId: '052652ac-5d1c',
  message: 'The pump overheats',
  username: 'mira@acme.example',
  tags: ['engine', 'hot'],
};
const did = (action: string, alert: object = {}) => ({
  action,
  integrationName: 'Engine room',
  source: { name: '', type: 'web' },
  alert: { ...ALERT, ...alert },
});

export const OPSGENIE = {
  Create: did('Create', { priority: 3, description: 'It is at 97 degrees.' }),
  ...Object.fromEntries(
    ['Acknowledge', 'UnAcknowledge', 'TakeOwnership', 'Close', 'Delete', 'SnoozeEnded'].map((action) => [
      action,
      did(action, { tags: [] }),
    ]),
  ),
  AddNote: did('AddNote', { note: 'The fan is stuck.' }),
  AddRecipient: did('AddRecipient', { recipient: 'bo@acme.example' }),
  AddResponder: did('AddResponder', { recipient: 'bo@acme.example' }),
  AddTags: did('AddTags', { addedTags: 'hot' }),
  AddTeam: did('AddTeam', { team: 'Mechanics' }),
  AssignOwnership: did('AssignOwnership', { owner: 'bo@acme.example' }),
  Escalate: did('Escalate', { escalationName: 'Mechanics at night' }),
  RemoveTags: did('RemoveTags', { removedTags: 'cold' }),
  Snooze: did('Snooze', { snoozeEndDate: 1767323045000 }),
  UpdateDescription: did('UpdateDescription', { description: 'It is at 99 degrees.' }),
  UpdateMessage: did('UpdateMessage', { oldMessage: 'The pump is warm' }),
  UpdatePriority: did('UpdatePriority', { priority: 'P1', oldPriority: 'P3' }),
  'custom action': did('RestartPump'),
  'alert without an id': { action: 'Create', alert: { message: 'The pump is hot', tags: 'hot', priority: 3 } },
};
