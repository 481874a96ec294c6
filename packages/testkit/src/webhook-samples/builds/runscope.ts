// Payloads of Runscope, written from its public documentation, with the fields that the formats read.

const run = {
  test_name: 'Engine API',
  test_url: 'https://www.runscope.example/radar/1',
  test_run_url: 'https://www.runscope.example/radar/1/results/2',
  bucket_name: 'Engines',
  environment_name: 'Test',
  region_name: 'US Virginia',
  result: 'pass',
  requests: [{ result: 'pass', method: 'GET', url: 'https://api.example/1' }],
};

export const RUNSCOPE: Readonly<Record<string, unknown>> = {
  pass: run,
  fail: {
    ...run,
    result: 'fail',
    environment_name: null,
    requests: [...run.requests, { result: 'fail', method: 'POST', url: 'https://api.example/2' }],
  },
};
