// What the payloads of services become, without a server: each kind of event, and what hostile ones can't do.
import { describe, expect, it } from 'bun:test';
import { render } from '@stoa/markdown';
import { problemsOf } from '../../../markdown/src/safety/check-html.ts';
import { XSS_VECTORS } from '../../../markdown/src/safety/xss-vectors.ts';
import { matches } from './delivery.rules.ts';
import type { Notice } from './integration.ts';
import { findIncomingWebhook } from './integrations.rules.ts';
import { harmless, inline, link, quote } from './markdown.rules.ts';
import * as payloads from './payloads.ts';
import { deliveriesSaying } from './payloads-hostile.ts';
import { SLACK, SLACK_BLOCKS, SLACK_RICH_TEXT } from './payloads-slack.ts';

function notice(name: string, payload: unknown, headers: Record<string, string> = {}): Notice {
  const one = findIncomingWebhook(name)!.format({ headers: new Headers(headers), payload });
  expect(one).not.toBeNull();
  return one!;
}
const github = (event: string, payload: unknown) => notice('github', payload, { 'x-github-event': event });
const gitlab = (event: string, payload: unknown) => notice('gitlab', payload, { 'x-gitlab-event': event });
const sentry = (event: string, payload: unknown) => notice('sentry', payload, { 'sentry-hook-resource': event });

const MIRA = '[mira](https://github.com/mira)';
const ISSUE = '[issue #12 Pump overheats](https://github.com/acme/engine/issues/12)';
const PR = '[PR #34 Cool the pump](https://github.com/acme/engine/pull/34)';
const DISCUSSION = '[discussion #5 Which fan?](https://github.com/acme/engine/discussions/5)';
const quoted = (text: string, fence = '~~~') => `\n\n${fence} quote\n${text}\n${fence}`;

describe('[WH7] GitHub', () => {
  const expected: Record<keyof typeof payloads.GITHUB, [string, string]> = {
    ping: ['engine', `${MIRA} has set up the GitHub webhook.`],
    push: [
      'engine / main',
      `${MIRA} [pushed](https://github.com/acme/engine/compare/111111111111...222222222222) 1 commit to branch \`main\`.\n\n* Turn the fan ([222222222](https://github.com/acme/engine/commit/2222222222222222222222222222222222222222))`,
    ],
    create: ['engine', `${MIRA} created tag \`v2\`.`],
    delete: ['engine', `${MIRA} deleted branch \`fan\`.`],
    issues: [
      'engine / issue #12 Pump overheats',
      `${MIRA} opened ${ISSUE}.${quoted('It **smokes**.\n\n~~~\nlog\n~~~', '~~~~')}`,
    ],
    issue_comment: [
      'engine / issue #12 Pump overheats',
      `${MIRA} [commented](https://github.com/acme/engine/issues/12#issuecomment-5) on ${ISSUE}:${quoted('Same here.')}`,
    ],
    discussion: [
      'engine / discussion #5 Which fan?',
      `${MIRA} began ${DISCUSSION} in \`Ideas\`.${quoted('Blue or green?')}`,
    ],
    discussion_comment: [
      'engine / discussion #5 Which fan?',
      `${MIRA} [commented](https://github.com/acme/engine/discussions/5#discussioncomment-6) on ${DISCUSSION}:${quoted('Blue.')}`,
    ],
    pull_request: [
      'engine / PR #34 Cool the pump',
      `${MIRA} opened ${PR} from \`fan\` to \`main\`.${quoted('Adds a fan.')}`,
    ],
    pull_request_review: [
      'engine / PR #34 Cool the pump',
      `${MIRA} [approved](https://github.com/acme/engine/pull/34#pullrequestreview-9) ${PR}.${quoted('Nice.')}`,
    ],
    pull_request_review_comment: [
      'engine / PR #34 Cool the pump',
      `${MIRA} [commented](https://github.com/acme/engine/pull/34#discussion_r1) at \`src/fan.ts\` on ${PR}:${quoted('Why two?')}`,
    ],
    commit_comment: [
      'engine',
      `${MIRA} [commented](https://github.com/acme/engine/commit/2222#c1) on \`222222222\`:${quoted('Good')}`,
    ],
    release: [
      'engine',
      `${MIRA} published the release [Two](https://github.com/acme/engine/releases/v2).${quoted('Cooler.')}`,
    ],
    fork: ['engine', `${MIRA} forked the repository as [mira/engine](https://github.com/mira/engine).`],
    star: ['engine', `${MIRA} starred the repository.`],
    repository: ['engine', `${MIRA} publicized the repository [engine](https://github.com/acme/engine).`],
    status: ['engine / checks', '[ci/build](https://ci.example/1) for `222222222`: `failure`: The build broke'],
    check_run: ['engine / checks', '[lint](https://github.com/c/1) ended with `success` for `222222222`.'],
    workflow_run: ['engine / main', '[Tests](https://github.com/w/1) ended with `failure` on `main`.'],
  };
  it('[WH7] says what happened, event by event', () => {
    expect(Object.keys(expected).sort()).toEqual([...findIncomingWebhook('github')!.event_types!].sort());
    for (const [event, [topic, content]] of Object.entries(expected))
      expect(github(event, payloads.GITHUB[event as keyof typeof expected])).toEqual({ topic, content, event });
  });

  it('[WH7] tells merged from closed, pull requests from issues, and what an action adds', () => {
    expect(github('pull_request', payloads.GITHUB_MERGED).content).toBe(`${MIRA} merged ${PR}.`);
    expect(github('discussion', payloads.GITHUB_ANSWERED).content).toBe(
      `${MIRA} chose [an answer](https://github.com/acme/engine/discussions/5#discussioncomment-6) to ${DISCUSSION}:${quoted('Blue.')}`,
    );
    expect(github('issue_comment', payloads.GITHUB_PR_COMMENT).topic).toBe('engine / PR #12 Pump overheats');
    const labeled = { ...payloads.GITHUB.issues, action: 'labeled', label: { name: 'hot' } };
    expect(github('issues', labeled).content).toBe(`${MIRA} added the label \`hot\` to ${ISSUE}.`);
    const assigned = { ...payloads.GITHUB.issues, action: 'assigned', assignee: { login: 'bo' } };
    expect(github('issues', assigned).content).toBe(`${MIRA} assigned bo to ${ISSUE}.`);
  });

  it('[WH3] keeps quiet about what only begins', () => {
    const { format } = findIncomingWebhook('github')!;
    const begun = { ...payloads.GITHUB.workflow_run, action: 'requested' };
    expect(format({ headers: new Headers({ 'x-github-event': 'workflow_run' }), payload: begun })).toBeNull();
  });
});

it('[WH8] GitLab says what happened, event by event', () => {
  const events = findIncomingWebhook('gitlab')!.event_types!;
  expect([...events].sort()).toEqual(Object.keys(payloads.GITLAB).sort());
  const said = Object.entries(payloads.GITLAB).map(([event, payload]) => {
    const { topic, content } = gitlab(event, payload);
    return [event, topic, content];
  });
  expect(said).toEqual([
    [
      'Push Hook',
      'Engine / main',
      'Mira M [pushed](https://gitlab.example/acme/engine/-/compare/1111111111111111111111111111111111111111...2222222222222222222222222222222222222222) 25 commits to branch `main`.\n\n* Second ([2b3c4d5e6](https://gitlab.example/c/2))\n* First ([1a2b3c4d5](https://gitlab.example/c/1))',
    ],
    ['Tag Push Hook', 'Engine', 'Mira M created tag `v2`.'],
    [
      'Issue Hook',
      'Engine / issue #7 Cool it',
      `Mira M opened [issue #7 Cool it](https://gitlab.example/7).${quoted('Please.')}`,
    ],
    [
      'Confidential Issue Hook',
      'Engine / issue #7 Cool it',
      'Mira M closed [issue #7 Cool it](https://gitlab.example/7).',
    ],
    [
      'Merge Request Hook',
      'Engine / MR !7 Cool it',
      `Mira M opened [MR !7 Cool it](https://gitlab.example/7) from \`fan\` to \`main\`.${quoted('Please.')}`,
    ],
    [
      'Note Hook',
      'Engine / MR !7 Cool it',
      `Mira M [commented](https://gitlab.example/7#note_1) on MR !7 Cool it:${quoted('Looks fine')}`,
    ],
    [
      'Confidential Note Hook',
      'Engine / issue #8 Secret',
      `Mira M [commented](https://gitlab.example/8#note_2) on issue #8 Secret:${quoted('Between us')}`,
    ],
    [
      'Pipeline Hook',
      'Engine / main',
      '[Pipeline #31](https://gitlab.example/acme/engine/-/pipelines/31) on `main`: `failed`.\n\n* `unit`: failed',
    ],
    ['Job Hook', 'Engine / main', '[Job unit](https://gitlab.example/acme/engine/-/jobs/380) on `main`: `success`.'],
    ['Wiki Page Hook', 'Engine', 'Mira M created the wiki page [Fans](https://gitlab.example/w).'],
    ['Release Hook', 'Engine', `Somebody created the release [Two](https://gitlab.example/r).${quoted('Cooler.')}`],
  ]);
  expect(gitlab('Push Hook', payloads.GITLAB_DELETED).content).toBe('Mira M deleted branch `main`.');
});

it('[WH9] Alertmanager and Grafana list alerts', () => {
  expect(notice('alertmanager', payloads.ALERTMANAGER)).toEqual({
    topic: 'HighTemperature',
    content:
      ':alert: `HighTemperature`: 1 firing\n\n* Firing: pump-1 is at 97 degrees `instance=pump-1:9100` `severity=page` ([source](http://prometheus.example:9090/graph?g0.expr=temperature+%3E+90))\n* Resolved: HighTemperature `instance=pump-2:9100`',
    event: 'firing',
  });
  expect(notice('grafana', payloads.GRAFANA)).toEqual({
    topic: 'Queue length',
    content:
      ':check: `Queue length`: all resolved\n\n* Resolved: More than 100 wait `grafana_folder=Ops` ([dashboard](https://grafana.example/d/abc), [panel](https://grafana.example/d/abc?viewPanel=2), [silence](https://grafana.example/alerting/silence/new))',
    event: 'resolved',
  });
  expect(notice('grafana', payloads.GRAFANA_LEGACY)).toEqual({
    topic: 'Test notification',
    content: `:alert: [(Alerting) Test notification](https://grafana.example/)${quoted('Someone is testing the alert notification.')}\n\n* High value: 100`,
    event: 'firing',
  });
  const [alert] = payloads.ALERTMANAGER.alerts;
  const many = { ...payloads.ALERTMANAGER, alerts: Array.from({ length: 1000 }, () => alert) };
  expect(notice('alertmanager', many).content.split('\n').at(-1)).toBe('* and 980 more');
});

it('[WH10] Sentry says what went wrong', () => {
  const said = Object.entries(payloads.SENTRY).map(([event, payload]) => {
    const { topic, content } = sentry(event, payload);
    return [event, topic, content];
  });
  const where = '\n\nlevel `error`, in `turn(fan)`';
  const title = 'TypeError: fan is null';
  expect(said).toEqual([
    [
      'issue',
      `engine / ${title}`,
      `Issue assigned to Bo by Mira: [ENGINE-1: ${title}](https://sentry.example/issues/99/)${where}`,
    ],
    ['error', title, `New error: [${title}](https://sentry.example/e/1)${where}`],
    ['event_alert', title, `:alert: Alert: [${title}](https://sentry.example/e/1) (rule \`Too many\`)${where}`],
    [
      'metric_alert',
      'Critical: error rate',
      `:alert: [Critical: error rate](https://sentry.example/alerts/5/) (critical)${quoted('42 events in the last minute')}`,
    ],
    ['comment', 'engine / issue 99', `Mira created a comment:${quoted('On it.')}`],
  ]);
  expect(notice('sentry', payloads.SENTRY_PLUGIN).content).toBe(
    `New event: [${title}](https://sentry.example/acme/engine/issues/99/)${where}`,
  );
});

it('[WH11] Slack’s markup becomes ours, and JSON is shown', () => {
  expect(notice('slack_incoming', SLACK)).toEqual({
    topic: 'builds',
    content:
      'Build **#42** of [engine](https://ci.example/42) *failed* & was ~~kept~~, @channel @mira\n\nFrom CI\n\n**[Build 42](https://ci.example/42)**\n\nSee `make *all*`\n\n* Branch: main\n\nCI',
    event: null,
  });
  expect(notice('slack_incoming', SLACK_BLOCKS).content).toBe(
    '**Deployed**\n\n**engine** to [production](https://prod.example/)\n\n* **By**\nmira\n\n----\n\njust now\n\n[Open](https://prod.example/1)',
  );
  expect(notice('slack_incoming', SLACK_RICH_TEXT).content).toBe(
    'Deployed **engine** `v2` by @U024BE7LH, see [the build](https://ci.example/42) :tada:@here\n\n1. *pumps*\n  * ~~fans~~\n\n' +
      '~~~ \nexit 0\n~~~\n\n~~~ quote\nCooler.\nMuch.\n~~~\n\n<time:1712345678>\n\nDone\n\n[Open](https://prod.example/1)\n\n' +
      'It is *so* cool\n\nTook **4** minutes\n\n[image](https://i.example/chart.png)',
  );
  expect(notice('json', { topic: 'T', text: 'said' })).toEqual({ topic: 'T', content: 'said', event: null });
  expect(notice('json', [1, { a: '~~~~' }]).content).toBe('~~~~~ json\n[\n  1,\n  {\n    "a": "~~~~"\n  }\n]\n~~~~~');
});

const EVIL = [
  '@**all**',
  '@**everyone** @**channel** @**stream** @**topic**',
  '@_**all** @**Ada Owner|1** @*role:everyone*',
  '`@**all**',
  '](x) @**all** [',
  '@\u0000**all**',
  '@\u200b**all** @**all**',
  '~~~\n@**all**\n~~~\n@**all**',
  '~~~~\n@**all**\n```\n@**all**',
  '\r@**all**\n\n> @**all**',
  '[x](javascript:alert(1))',
  '<!channel> <!everyone|@**all**> <@**all**> <#**all**> &lt;@**all**&gt;',
  '&#64;**all** &commat;**all** \\@**all** @\\**all**',
  '<https://a.example/|@**all**> <https://a.example/)@**all**|x>',
];

it('[WH4] nobody is called by what strangers write', () => {
  let looked = 0;
  for (const evil of EVIL)
    for (const { name, event, headers, payload } of deliveriesSaying(evil)) {
      const one = findIncomingWebhook(name)!.format({ headers, payload });
      if (!one) continue;
      const found = render(harmless(one.content), {
        is_channel_message: true,
        findUser: (full_name, id) => ({ id: id ?? 1, full_name }),
        findGroup: (group) => ({ id: 2, name: group, can_mention: true }),
      } as Parameters<typeof render>[1]);
      const called = [
        found.stream_wildcard,
        found.topic_wildcard,
        ...found.mentioned_user_ids,
        ...found.mentioned_group_ids,
      ];
      expect([name, event, evil, called.filter(Boolean)]).toEqual([name, event, evil, []]);
      expect(found.html).not.toMatch(/user-mention|topic-mention|user-group-mention|href="javascript/);
      expect(one.topic).not.toMatch(/\p{Cc}/u);
      looked += 1;
    }
  expect(looked).toBeGreaterThan(500);
});

it('[WH4] [HC2] no known vector leaves anything foreign in what a webhook says', () => {
  let looked = 0;
  const unsafe: unknown[] = [];
  for (const [at, vector] of XSS_VECTORS.entries())
    for (const [index, { name, event, headers, payload }] of deliveriesSaying(vector).entries()) {
      // Every vector in a seventh of the payloads, every payload with a seventh of the vectors.
      if (index % 7 !== at % 7) continue;
      const one = findIncomingWebhook(name)!.format({ headers, payload });
      if (!one) continue;
      looked += 1;
      const problems = problemsOf(render(harmless(one.content)).html);
      if (problems.length > 0) unsafe.push({ name, event, vector, problems });
    }
  expect(unsafe).toEqual([]);
  expect(looked).toBeGreaterThan(1000);
});

it('[WH4] pieces stay what they are', () => {
  expect(quote('a\n~~~~\nb')).toBe('~~~~~ quote\na\n~~~~\nb\n~~~~~');
  expect(inline('a `b` c')).toBe('a `b` c');
  expect(inline('a `b c')).toBe("a 'b c");
  expect(link('a [b] c', 'https://x.example/(1)')).toBe('[a (b) c](https://x.example/%281%29)');
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    '/relative',
    'https://',
    `https://x/${'a'.repeat(3000)}`,
  ])
    expect(link('text', url)).toBe('text');
  expect([...inline('🌋'.repeat(500))]).toHaveLength(201);
});

it('[WH6] patterns stand for kinds of events', () => {
  for (const [pattern, event, fits] of [
    ['push', 'push', true],
    ['push', 'pushed', false],
    ['pull_*', 'pull_request_review', true],
    ['*review*', 'pull_request_review', true],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'acb', false],
    ['.*', 'push', false],
  ] as const)
    expect([pattern, event, matches(pattern, event)]).toEqual([pattern, event, fits]);
  const slow = performance.now();
  matches(`${'a*'.repeat(50)}b`, 'a'.repeat(100));
  expect(performance.now() - slow).toBeLessThan(50);
});
