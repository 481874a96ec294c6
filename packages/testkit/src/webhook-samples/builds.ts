// Deliveries of services that build, test and deploy.
import { APPVEYOR } from './builds/appveyor.ts';
import { BUILDBOT } from './builds/buildbot.ts';
import { CIRCLECI } from './builds/circleci.ts';
import { HEROKU } from './builds/heroku.ts';
import { NETLIFY, NETLIFY_UNNAMED } from './builds/netlify.ts';
import { SEMAPHORE } from './builds/semaphore.ts';
import { TEAMCITY } from './builds/teamcity.ts';
import { TRAVIS } from './builds/travis.ts';
import { headed, plain, type Sample } from './sample.ts';

export const BUILDS: readonly Sample[] = [
  ...plain('appveyor', APPVEYOR),
  ...plain('buildbot', BUILDBOT),
  ...plain('circleci', CIRCLECI),
  ...plain('heroku', HEROKU),
  ...headed('netlify', 'x-netlify-event', NETLIFY, (kind) => kind),
  ...plain('netlify', NETLIFY_UNNAMED),
  ...plain('semaphore', SEMAPHORE),
  ...plain('teamcity', TEAMCITY),
  ...plain('travis', TRAVIS),
];
