// Payloads of Raygun, reduced from its documentation.

const APPLICATION = { name: 'Engine', url: 'https://app.raygun.example/engine' };
const ERROR = { url: 'https://app.raygun.example/error', message: 'The fan is null' };

const notified = (eventType: string, error: object = {}) => ({
  event: 'error_notification',
  eventType,
  error: {
    ...ERROR,
    firstOccurredOn: '2026-01-01T03:04:05Z',
    lastOccurredOn: '2026-01-02T03:04:05Z',
    usersAffected: 1,
    totalOccurrences: 2,
    ...error,
  },
  application: APPLICATION,
});
const acted = (eventType: string, error: object) => ({
  event: 'error_activity',
  eventType,
  error: { ...ERROR, activityDate: '2026-01-02T03:04:05Z', user: 'Mira', ...error },
  application: APPLICATION,
});

export const RAYGUN = {
  new: notified('NewErrorOccurred', {
    message: '',
    instance: {
      tags: ['hot', 'v1.0.1'],
      affectedUser: { Identifier: 'a9b7d84a', IsAnonymous: true },
      customData: { hall: 'North', running: true, pump: {} },
    },
  }),
  again: notified('ErrorReoccurred'),
  'one minute later': notified('OneMinuteFollowUp'),
  'an hour later': notified('HourlyFollowUp'),
  assigned: acted('AssignedToUser', { assignedTo: 'Bo' }),
  comment: acted('CommentAdded', { comment: 'I look at it.' }),
  status: acted('StatusChanged', { status: 'Ignored' }),
};
