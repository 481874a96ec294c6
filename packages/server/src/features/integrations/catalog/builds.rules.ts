// Services that build, test and deploy.
import type { Integration } from '../integration.rules.ts';

export const BUILDS: readonly Integration[] = [
  {
    name: 'airbyte',
    display_name: 'Airbyte',
    event_types: null,
    load: async () => (await import('../services/builds/airbyte.rules.ts')).airbyte,
  },
  {
    name: 'ansibletower',
    display_name: 'Ansible Tower',
    event_types: null,
    load: async () => (await import('../services/builds/ansibletower.rules.ts')).ansibletower,
  },
  {
    name: 'appveyor',
    display_name: 'AppVeyor',
    event_types: null,
    load: async () => (await import('../services/builds/appveyor.rules.ts')).appveyor,
  },
  {
    name: 'buildbot',
    display_name: 'Buildbot',
    event_types: ['finished', 'new'],
    load: async () => (await import('../services/builds/buildbot.rules.ts')).buildbot,
  },
  {
    name: 'circleci',
    display_name: 'CircleCI',
    event_types: ['job-completed', 'ping', 'workflow-completed'],
    load: async () => (await import('../services/builds/circleci.rules.ts')).circleci,
  },
  {
    name: 'codeship',
    display_name: 'Codeship',
    event_types: null,
    load: async () => (await import('../services/builds/codeship.rules.ts')).codeship,
  },
  {
    name: 'gocd',
    display_name: 'GoCD',
    event_types: null,
    load: async () => (await import('../services/builds/gocd.rules.ts')).gocd,
  },
  {
    name: 'harbor',
    display_name: 'Harbor',
    event_types: ['PUSH_ARTIFACT', 'SCANNING_COMPLETED'],
    load: async () => (await import('../services/builds/harbor.rules.ts')).harbor,
  },
  {
    name: 'heroku',
    display_name: 'Heroku',
    event_types: null,
    takes_form: true,
    load: async () => (await import('../services/builds/heroku.rules.ts')).heroku,
  },
  {
    name: 'netlify',
    display_name: 'Netlify',
    event_types: ['deploy_building', 'deploy_created', 'deploy_failed', 'deploy_locked', 'deploy_unlocked'],
    load: async () => (await import('../services/builds/netlify.rules.ts')).netlify,
  },
  {
    name: 'rundeck',
    display_name: 'Rundeck',
    event_types: ['avgduration', 'failure', 'retryablefailure', 'start', 'success'],
    load: async () => (await import('../services/builds/rundeck.rules.ts')).rundeck,
  },
  {
    name: 'runscope',
    display_name: 'Runscope',
    event_types: null,
    load: async () => (await import('../services/builds/runscope.rules.ts')).runscope,
  },
  {
    name: 'semaphore',
    display_name: 'Semaphore',
    event_types: ['branch', 'build', 'deploy', 'pull_request', 'tag', 'unknown'],
    load: async () => (await import('../services/builds/semaphore.rules.ts')).semaphore,
  },
  {
    name: 'sonarqube',
    display_name: 'SonarQube',
    event_types: null,
    load: async () => (await import('../services/builds/sonarqube.rules.ts')).sonarqube,
  },
  {
    name: 'teamcity',
    display_name: 'TeamCity',
    event_types: null,
    load: async () => (await import('../services/builds/teamcity.rules.ts')).teamcity,
  },
  {
    name: 'travis',
    display_name: 'Travis CI',
    event_types: ['push'],
    load: async () => (await import('../services/builds/travis.rules.ts')).travis,
  },
];
