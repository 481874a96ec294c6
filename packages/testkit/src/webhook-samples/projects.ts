// Deliveries of services that plan and track work.
import { BASECAMP } from './projects/basecamp.ts';
import { CLUBHOUSE } from './projects/clubhouse.ts';
import { JIRA } from './projects/jira.ts';
import { LINEAR } from './projects/linear.ts';
import { PIVOTAL } from './projects/pivotal.ts';
import { TAIGA } from './projects/taiga.ts';
import { TRELLO } from './projects/trello.ts';
import { WEKAN } from './projects/wekan.ts';
import { plain, type Sample } from './sample.ts';

export const PROJECTS: readonly Sample[] = [
  ...plain('basecamp', BASECAMP),
  ...plain('clubhouse', CLUBHOUSE),
  ...plain('jira', JIRA),
  ...plain('linear', LINEAR),
  ...plain('pivotal', PIVOTAL),
  ...plain('taiga', TAIGA),
  ...plain('trello', TRELLO),
  ...plain('wekan', WEKAN),
];
