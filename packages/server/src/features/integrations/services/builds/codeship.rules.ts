// Codeship: https://docs.cloudbees.com/docs/cloudbees-codeship/latest/basic-projects/notifications. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, topicOf } from '../../markdown.rules.ts';
import { lookUp, maybe, text } from '../../payload.rules.ts';

const Build = z.looseObject({
  build: z.looseObject({
    build_url: maybe,
    project_name: text,
    status: text,
    committer: maybe,
    branch: maybe,
  }),
});

const STATES: Readonly<Record<string, string>> = { error: 'failed', success: 'succeeded', testing: 'started' };

export const codeship: PayloadFormat = ({ payload }) => {
  const { build_url, project_name, status, committer, branch } = Build.parse(payload).build;
  const by = committer ? ` triggered by ${inline(committer)}` : '';
  const on = branch ? ` on ${inline(branch)} branch` : '';
  const state = lookUp(STATES, status) ?? `has ${inline(status)} status`;
  return { topic: topicOf(project_name), content: `${link('Build', build_url)}${by}${on} ${state}.`, event: null };
};
