// Payloads of Dialogflow, written from its public documentation, with the fields that the formats read.

const dialogflow = {
  result: { source: 'agent', fulfillment: { speech: '' } },
  alternateResult: { fulfillment: { speech: 'It is sunny in Turin.' } },
  status: { code: 200, errorType: 'success' },
};
export const DIALOGFLOW = {
  'other result': dialogflow,
  error: { ...dialogflow, status: { code: 403, errorType: 'fail', errorDetails: 'Access denied' } },
  'no result': { ...dialogflow, alternateResult: null },
  'no status': { result: { fulfillment: { speech: 'Hello!' } } },
  'second version, several messages': {
    queryResult: { fulfillmentMessages: [{ payload: {} }, { text: { text: ['', 'It is sunny.'] } }] },
  },
  'second version': { queryResult: { queryText: 'weather', fulfillmentText: 'It is sunny.' } },
};
