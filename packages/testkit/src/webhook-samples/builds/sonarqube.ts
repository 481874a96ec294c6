// Payloads of SonarQube, written from its public documentation, with the fields that the formats read.

const condition = { metric: 'coverage', operator: 'LESS_THAN', value: '71.5', status: 'ERROR', errorThreshold: '80' };
const conditions = [
  { ...condition, metric: 'new_reliability_rating', status: 'OK' },
  condition,
  { ...condition, metric: 'duplicated_lines_density', operator: 'GREATER_THAN', status: 'WARN', value: undefined },
];
const project = { key: 'engine', name: 'engine', url: 'https://sonar.example/dashboard?id=engine' };
const failed = { status: 'SUCCESS', project, qualityGate: { name: 'Sonar way', status: 'ERROR', conditions } };

export const SONARQUBE: Readonly<Record<string, unknown>> = {
  error: { ...failed, branch: { name: 'main', type: 'BRANCH', url: project.url } },
  'error without a branch': failed,
  'error of a pull request': {
    ...failed,
    branch: { name: '12', type: 'PULL_REQUEST', url: `${project.url}&pullRequest=12` },
  },
  success: { status: 'SUCCESS', project, qualityGate: { status: 'OK', conditions: [] } },
  'analysis failed': { status: 'FAILED', project },
};
