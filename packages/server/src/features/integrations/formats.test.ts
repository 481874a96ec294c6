// Payloads of services and the messages they become, without a server; includes hostile payloads.
import { describe, expect, it } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '@stoa/markdown';
import { problemsOf } from '../../../../markdown/src/safety/check-html.ts';
import { XSS_VECTORS } from '../../../../markdown/src/safety/xss-vectors.ts';
import { GITHUB, GITHUB_PUSH } from '../../../../testkit/src/webhook-samples/code-hosts/github.ts';
import { GITLAB_PUSH, GITLAB_REQUEST } from '../../../../testkit/src/webhook-samples/code-hosts/gitlab.ts';
import { saying } from '../../../../testkit/src/webhook-samples/hostile.ts';
import { SAMPLES } from '../../../../testkit/src/webhook-samples/index.ts';
import * as alerts from '../../../../testkit/src/webhook-samples/monitoring/alerts.ts';
import { NO_OPTIONS } from '../../../../testkit/src/webhook-samples/options.ts';
import { type Notice, UnsupportedEvent, type UrlOptions } from './integration.rules.ts';
import { findIncomingWebhook, INCOMING_WEBHOOKS } from './integrations.rules.ts';
import { harmless, inline, link, quote, topicOf } from './markdown.rules.ts';

interface Said {
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: Partial<UrlOptions>;
  readonly has_topic?: boolean;
}

const formats = new Map(
  await Promise.all(
    INCOMING_WEBHOOKS.map(async ({ name }) => [name, await findIncomingWebhook(name)!.load()] as const),
  ),
);

function notices(service: string, payload: unknown, { headers = {}, options, has_topic = false }: Said = {}): Notice[] {
  const delivery = { headers: new Headers(headers), payload, options: { ...NO_OPTIONS, ...options }, has_topic };
  const notices_sent = formats.get(service)!(delivery) ?? [];
  return 'topic' in notices_sent ? [notices_sent] : [...notices_sent];
}
const github = (event: string, payload: unknown, more: Said = {}) =>
  notices('github', payload, { ...more, headers: { 'x-github-event': event } });
const gitlab = (event: string, payload: unknown, more: Said = {}) =>
  notices('gitlab', payload, { ...more, headers: { 'x-gitlab-event': event } });

/** `=== the sample's name`, then `topic`, `event` and the content of each message. */
const expected = new Map(
  readdirSync(join(import.meta.dir, 'expected-messages')).flatMap((file) =>
    readFileSync(join(import.meta.dir, 'expected-messages', file), 'utf8')
      .split(/^=== /m)
      .slice(1)
      .map((part): [string, string] => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]),
  ),
);
const written = (messages: readonly Notice[]) =>
  messages
    .map(({ topic, event, content }) => `topic: ${topic}\nevent: ${event}\n${harmless(content)}\n`)
    .join('---\n') || 'nothing\n';

describe('each kind of event becomes the expected message', () => {
  const check = (...services: readonly string[]) => {
    const own = SAMPLES.filter(({ service }) => services.includes(service));
    expect(new Set(own.map(({ service }) => service)).size).toBe(services.length);
    for (const { name, service, headers, payload } of own)
      expect(`${name}\n${written(notices(service, payload, { headers }))}`).toBe(`${name}\n${expected.get(name)}`);
  };
  it('[WH7] of GitHub', () => check('github', 'githubsponsors'));
  it('[WH8] of GitLab', () => check('gitlab'));
  it('[WH9] of Alertmanager and Grafana', () => check('alertmanager', 'grafana'));
  it('[WH10] of Sentry', () => check('sentry'));
  it('[WH11] of programs that post to Slack, and of any JSON', () => check('slack_incoming', 'json'));
  it('[WH14] of Slack', () => check('slack'));
  it('[WH15] of every service', () => check(...INCOMING_WEBHOOKS.map(({ name }) => name)));

  it('[WH12] every event kind that a service lists produces a message', () => {
    const supported = new Set(
      SAMPLES.flatMap(({ service, headers, payload }) =>
        notices(service, payload, { headers }).map(({ event }) => `${service} ${event}`),
      ),
    );
    const listed = INCOMING_WEBHOOKS.flatMap(({ name, all_event_types }) =>
      (all_event_types ?? []).map((event) => `${name} ${event}`),
    );
    const rare = ['grafana pending', 'grafana paused'];
    expect(listed.filter((format) => !supported.has(format))).toEqual(rare);
    expect([...supported].filter((format) => !format.endsWith(' null') && !listed.includes(format))).toEqual([]);
  });
});

describe('[WH13] options of a URL', () => {
  it('exclude pushes to other branches', () => {
    const to = (ref: string, branches: string) =>
      github('push', { ...GITHUB_PUSH, ref }, { options: { branches } }).length +
      gitlab('Push Hook', { ...GITLAB_PUSH, ref }, { options: { branches } }).length;
    expect(to('refs/heads/main', 'main,release/*')).toBe(2);
    expect(to('refs/heads/release/2', 'main, release/*')).toBe(2);
    expect(to('refs/heads/fan', 'main,release/*')).toBe(0);
    expect(to('refs/heads/v1', 'v[0-9]')).toBe(2);
    expect(github('push', GITHUB['push of a tag'], { options: { branches: 'main' } })).toHaveLength(1);
  });

  it('exclude private repositories', () => {
    const secret = { ...GITHUB_PUSH, repository: { ...GITHUB_PUSH.repository, private: true } };
    expect(github('push', secret)).toHaveLength(1);
    expect(github('push', secret, { options: { ignore_private_repositories: true } })).toEqual([]);
    expect(github('push', GITHUB_PUSH, { options: { ignore_private_repositories: true } })).toHaveLength(1);
  });

  it('move titles of merge requests from the topic into the message', () => {
    const options = { use_merge_request_title: false };
    const [message] = gitlab('Merge Request Hook', GITLAB_REQUEST, { options });
    expect(message).toMatchObject({ topic: 'Engine / MR !7' });
    expect(message!.content).toStartWith('Mira M created [MR !7 Cool it](https://gitlab.example/7)');
  });

  it('name the fields for topic and description of an alert', () => {
    const options = { name: 'severity', desc: 'summary' };
    const [message] = notices('alertmanager', alerts.ALERTMANAGER, { options });
    expect(message!.topic).toBe('page');
    expect(message!.content).toStartWith(':alert: **FIRING** pump-1 is at 97 degrees (');
  });

  it('with a topic move the title into the message', () => {
    const contentOf = (event: string, key: string) => github(event, GITHUB[key], { has_topic: true })[0]!.content;
    const issue = '[issue #12 Pump overheats](https://github.com/acme/engine/issues/12)';
    expect(contentOf('issues', 'issues')).toStartWith(`mira opened ${issue}:`);
    expect(contentOf('issue_comment', 'issue_comment')).toContain(`on ${issue}:`);
    expect(contentOf('pull_request', 'pull_request merged')).toBe(
      'mira merged [PR #34 Cool the pump](https://github.com/acme/engine/pull/34).',
    );
    expect(contentOf('pull_request_review', 'pull_request_review')).toContain('[PR review for #34 Cool the pump]');
  });
});

describe('unsupported events', () => {
  it('[WH3] are named with their action', () => {
    const refused = (service: string, headers: Record<string, string>, payload: unknown = {}) => {
      try {
        notices(service, payload, { headers });
      } catch (error) {
        return error instanceof UnsupportedEvent ? error.event_type : error;
      }
      return 'taken';
    };
    expect(refused('github', { 'x-github-event': 'marketplace_purchase' }, { action: 'bought' })).toBe(
      'marketplace_purchase:bought',
    );
    expect(refused('github', { 'x-github-event': 'constructor' })).toBe('constructor:???');
    expect(refused('github', {})).toBeNull();
    expect(refused('gitlab', { 'x-gitlab-event': 'Emoji Hook' })).toBe('Emoji Hook');
    const odd = { object_attributes: { action: 'explode', iid: 1, title: 'x' } };
    expect(refused('gitlab', { 'x-gitlab-event': 'Issue Hook' }, odd)).toBe('Issue Hook explode');
    expect(refused('sentry', { 'sentry-hook-resource': 'constructor' })).toBe('constructor');
  });
});

it('[WH9] many alerts are counted, not listed', () => {
  const [alert] = alerts.ALERTMANAGER.alerts;
  const many = { ...alerts.ALERTMANAGER, alerts: Array.from({ length: 1000 }, () => alert) };
  expect(notices('alertmanager', many)[0]!.content.split('\n').at(-1)).toBe('* and 980 more');
  const grafana = { ...alerts.GRAFANA, alerts: Array.from({ length: 1000 }, () => alerts.GRAFANA.alerts[0]) };
  expect(notices('grafana', grafana)[0]).toMatchObject({ topic: '[RESOLVED:1000]' });
  expect(notices('grafana', grafana)[0]!.content).toEndWith('980 alert(s) truncated.');
  const apart = {
    alerts: Array.from({ length: 1000 }, (_, at) => ({ status: 'firing', labels: { instance: `i${at}` } })),
  };
  expect(notices('alertmanager', apart)).toHaveLength(20);
});

const EVIL = [
  '@**all**',
  '@**everyone** @**channel** @**stream** @**topic**',
  '@_**all** @**Ada Owner|1** @*role:everyone*',
  '`@**all**',
  '](x) @**all** [',
  '@\u0000**all**',
  '@\u202e**all** @\u2066*role:everyone*',
  '@\u200b**all** @**all**',
  '~~~\n@**all**\n~~~\n@**all**',
  '~~~~\n@**all**\n```\n@**all**',
  '\r@**all**\n\n> @**all**',
  '[x](javascript:alert(1))',
  '<!channel> <!everyone|@**all**> <@**all**> <#**all**> &lt;@**all**&gt;',
  '&#64;**all** &commat;**all** \\@**all** @\\**all**',
  '<https://a.example/|@**all**> <https://a.example/)@**all**|x>',
  '\ue0000\ue001 @<https://a.example/|x>*all* *@*all**',
];

it('[WH4] text from outside notifies nobody', () => {
  let looked = 0;
  for (const evil of EVIL)
    for (const { name, service, headers, payload } of SAMPLES)
      for (const notice of notices(service, saying(payload, evil), { headers })) {
        const found = render(harmless(notice.content), {
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
        expect([name, evil, called.filter(Boolean)]).toEqual([name, evil, []]);
        expect(found.html).not.toMatch(/user-mention|topic-mention|user-group-mention|href="javascript/);
        expect(harmless(notice.content)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
        expect(notice.topic).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        looked += 1;
      }
  expect(looked).toBeGreaterThan(1000);
});

it('[WH4] [HC2] no known vector leaves foreign markup in a webhook message', () => {
  let looked = 0;
  const unsafe: unknown[] = [];
  for (const [at, vector] of XSS_VECTORS.entries())
    for (const [index, { name, service, headers, payload }] of SAMPLES.entries()) {
      // Every vector in some payloads, and every payload with some vectors.
      if (index % 17 !== at % 17) continue;
      for (const { content } of notices(service, saying(payload, vector), { headers })) {
        looked += 1;
        const problems = problemsOf(render(harmless(content)).html);
        if (problems.length > 0) unsafe.push({ name, vector, problems });
      }
    }
  expect(unsafe).toEqual([]);
  expect(looked).toBeGreaterThan(1000);
});

it('[WH4] escaped pieces keep their text', () => {
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
  expect(topicOf('a\u202eb\u2066\nc\u0000')).toBe('ab c');
  expect(harmless('a\u202eb\u0007\tc')).toBe('ab\tc');
});

it('[WH21] the guide lists every service with its name in the URL', () => {
  const guide = readFileSync(join(import.meta.dir, '../../../../../docs/api/incoming-webhooks.md'), 'utf8');
  const rows = guide.slice(guide.indexOf('## Services')).match(/^\| .* \| `.*` \|$/gm);
  const named = INCOMING_WEBHOOKS.map(({ name, display_name }) => `| ${display_name} | \`${name}\` |`);
  expect(rows?.toSorted()).toEqual(named.toSorted());
});
