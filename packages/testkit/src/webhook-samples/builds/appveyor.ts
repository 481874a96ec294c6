// Payloads of AppVeyor, written from its public documentation, with the fields that the formats read.

const eventData = {
  projectName: 'engine',
  buildVersion: '2.0.59',
  status: 'failed',
  buildUrl: 'https://ci.appveyor.example/project/acme/engine/build/2.0.59',
  commitId: 'c06e208b47',
  commitMessage: 'Turn the fan',
  commitUrl: 'https://github.com/acme/engine/commit/c06e208b47',
  started: '9/9/2018 7:04 PM',
  finished: '9/9/2018 7:06 PM',
};

export const APPVEYOR: Readonly<Record<string, unknown>> = {
  'build failure': { eventName: 'build_failure', eventData },
  'build success': { eventName: 'build_success', eventData: { ...eventData, status: 'success', finished: null } },
  deployment: {
    eventName: 'deployment_success',
    eventData: { ...eventData, status: 'success', environmentName: 'test' },
  },
};
