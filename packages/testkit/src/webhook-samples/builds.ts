// Deliveries of services that build, test and deploy.
import { ANSIBLETOWER } from './builds/ansibletower.ts';
import { APPVEYOR } from './builds/appveyor.ts';
import { BUILDBOT } from './builds/buildbot.ts';
import { CIRCLECI } from './builds/circleci.ts';
import { CODESHIP } from './builds/codeship.ts';
import { GOCD } from './builds/gocd.ts';
import { HEROKU } from './builds/heroku.ts';
import { NETLIFY, NETLIFY_UNNAMED } from './builds/netlify.ts';
import { RUNDECK } from './builds/rundeck.ts';
import { SEMAPHORE } from './builds/semaphore.ts';
import { TEAMCITY } from './builds/teamcity.ts';
import { TRAVIS } from './builds/travis.ts';
import { headed, plain, type Sample } from './sample.ts';

export const BUILDS: readonly Sample[] = [
  ...plain('ansibletower', ANSIBLETOWER),
  ...plain('appveyor', APPVEYOR),
  ...plain('buildbot', BUILDBOT),
  ...plain('circleci', CIRCLECI),
  ...plain('codeship', CODESHIP),
  ...plain('gocd', GOCD),
  ...plain('heroku', HEROKU),
  ...headed('netlify', 'x-netlify-event', NETLIFY, (kind) => kind),
  ...plain('netlify', NETLIFY_UNNAMED),
  ...plain('rundeck', RUNDECK),
  ...plain('semaphore', SEMAPHORE),
  ...plain('teamcity', TEAMCITY),
  ...plain('travis', TRAVIS),
];
