// Deliveries of services that build, test and deploy.
import { CIRCLECI } from './builds/circleci.ts';
import { HEROKU } from './builds/heroku.ts';
import { NETLIFY, NETLIFY_UNNAMED } from './builds/netlify.ts';
import { TRAVIS } from './builds/travis.ts';
import { headed, plain, type Sample } from './sample.ts';

export const BUILDS: readonly Sample[] = [
  ...plain('circleci', CIRCLECI),
  ...plain('heroku', HEROKU),
  ...headed('netlify', 'x-netlify-event', NETLIFY, (kind) => kind),
  ...plain('netlify', NETLIFY_UNNAMED),
  ...plain('travis', TRAVIS),
];
