// Deliveries of services that build, test and deploy.
import { AIRBYTE } from './builds/airbyte.ts';
import { ANSIBLETOWER } from './builds/ansibletower.ts';
import { APPVEYOR } from './builds/appveyor.ts';
import { BUILDBOT } from './builds/buildbot.ts';
import { CIRCLECI } from './builds/circleci.ts';
import { CODESHIP } from './builds/codeship.ts';
import { GOCD } from './builds/gocd.ts';
import { HARBOR } from './builds/harbor.ts';
import { HEROKU } from './builds/heroku.ts';
import { NETLIFY, NETLIFY_UNNAMED } from './builds/netlify.ts';
import { RUNDECK } from './builds/rundeck.ts';
import { RUNSCOPE } from './builds/runscope.ts';
import { SEMAPHORE } from './builds/semaphore.ts';
import { SONARQUBE } from './builds/sonarqube.ts';
import { TEAMCITY } from './builds/teamcity.ts';
import { TRAVIS } from './builds/travis.ts';
import { headed, plain, type Sample } from './sample.ts';

export const BUILDS: readonly Sample[] = [
  ...plain('airbyte', AIRBYTE),
  ...plain('ansibletower', ANSIBLETOWER),
  ...plain('appveyor', APPVEYOR),
  ...plain('buildbot', BUILDBOT),
  ...plain('circleci', CIRCLECI),
  ...plain('codeship', CODESHIP),
  ...plain('gocd', GOCD),
  ...plain('harbor', HARBOR),
  ...plain('heroku', HEROKU),
  ...headed('netlify', 'x-netlify-event', NETLIFY, (kind) => kind),
  ...plain('netlify', NETLIFY_UNNAMED),
  ...plain('rundeck', RUNDECK),
  ...plain('runscope', RUNSCOPE),
  ...plain('semaphore', SEMAPHORE),
  ...plain('sonarqube', SONARQUBE),
  ...plain('teamcity', TEAMCITY),
  ...plain('travis', TRAVIS),
];
