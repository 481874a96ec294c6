// Payloads of Errbit, reduced.

const PROBLEM = {
  app_name: 'Engine',
  environment: 'production',
  error_class: 'PumpError',
  message: 'The pump overheats',
  url: 'https://errbit.example/apps/1/problems/2',
};

export const ERRBIT = {
  problem: { problem: PROBLEM },
  short: { problem: { app_name: 'Engine', environment: 'production' } },
};
