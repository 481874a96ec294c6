// Payloads of TeamCity, written from its public documentation, with the fields that the formats read.

const build = {
  buildFullName: 'Engine :: Compile',
  buildNumber: '5535',
  buildStatus: 'Exit code 1 (new)',
  buildStatusUrl: 'https://teamcity.example/viewLog.html?buildTypeId=Compile&buildId=19',
  buildResult: 'failure',
  buildResultDelta: 'broken',
  rootUrl: 'https://teamcity.example',
  buildTypeId: 'Compile',
  buildId: '19',
};
const success = { ...build, buildStatus: 'Tests passed: 27', buildResult: 'success', buildResultDelta: 'unchanged' };

export const TEAMCITY: Readonly<Record<string, unknown>> = {
  broken: { build },
  failure: { build: { ...build, buildResultDelta: 'unchanged' } },
  fixed: { build: { ...success, buildResultDelta: 'fixed' } },
  success: { build: { ...success, rootUrl: undefined } },
  running: { build: { ...build, buildResult: 'running', buildStatus: 'Compiling' } },
  personal: { build: { ...build, teamcityProperties: [{ name: 'env.BUILD_IS_PERSONAL', value: 'true' }] } },
  'format for another service': { username: 'TeamCity', attachments: [{ title: 'Failed' }] },
};
