// GitHub events of repositories, branches, builds and people. Pure.
import { z } from 'zod';
import { type Message, UnsupportedEvent } from '../../integration.rules.ts';
import { code, inline, link, quote, topicOf, withQuote } from '../../markdown.rules.ts';
import { anything, count, flag, hasFields, items, lookUp, maybe, part, text } from '../../payload.rules.ts';
import { setUp } from '../facts.rules.ts';
import {
  commentAction,
  commented,
  commitLink,
  inAddress,
  isOtherBranch,
  isRemoval,
  pushed,
  pushTopic,
  refName,
  released,
  shortSha,
  taggedPush,
} from './git-host.rules.ts';
import { type Case, type Format, Person, Repository } from './github-payload.rules.ts';

const Push = z.looseObject({
  ref: text,
  after: maybe,
  compare: maybe,
  deleted: flag,
  forced: flag,
  commits: items(
    z.looseObject({
      id: text,
      message: maybe,
      url: maybe,
      author: part(z.looseObject({ username: maybe, name: maybe })),
    }),
  ),
});
const Ref = z.looseObject({ ref: text, ref_type: text });
const CommitComment = z.looseObject({
  comment: z.looseObject({ body: maybe, html_url: maybe, commit_id: text }),
});
const Deployment = z.looseObject({
  deployment: z.looseObject({ environment: maybe }),
  deployment_status: part(z.looseObject({ state: text, target_url: maybe })),
});
const Forked = z.looseObject({ forkee: Repository });
const Wiki = z.looseObject({ pages: items(z.looseObject({ title: text, action: text, html_url: maybe })) });
const Member = z.looseObject({ member: Person, team: part(z.looseObject({ name: text })) });
const Team = z.looseObject({
  team: z.looseObject({ name: text, description: maybe, privacy: maybe, html_url: maybe }),
  changes: part(
    z.looseObject({
      name: part(z.looseObject({ from: maybe })),
      description: anything,
      privacy: anything,
      repository: anything,
    }),
  ),
});
const Page = z.looseObject({
  build: z.looseObject({
    status: maybe,
    error: part(z.looseObject({ message: maybe })),
    pusher: part(Person),
  }),
});
const Published = z.looseObject({
  release: z.looseObject({ name: maybe, tag_name: text, html_url: maybe, author: part(Person) }),
});
const Status = z.looseObject({
  sha: text,
  state: text,
  target_url: maybe,
  commit: part(z.looseObject({ html_url: maybe })),
});
const Run = z.looseObject({
  name: maybe,
  status: maybe,
  conclusion: maybe,
  html_url: maybe,
  head_sha: maybe,
  head_branch: maybe,
});
const Tier = z.looseObject({ name: text, monthly_price_in_cents: count });
const Sponsorship = z.looseObject({
  sponsorship: z.looseObject({ sponsor: Person, tier: Tier, privacy_level: maybe }),
  changes: part(
    z.looseObject({
      tier: part(z.looseObject({ from: Tier })),
      privacy_level: part(z.looseObject({ from: text })),
    }),
  ),
  effective_date: maybe,
});

/** Merge queues push to temporary branches that nobody reads. */
const isMergeQueue = (ref: string): boolean => ref.startsWith('refs/heads/gh-readonly-queue/');
const isTag = (ref: string): boolean => ref.startsWith('refs/tags/');

function pushEvent({ payload, options }: Case): string | null {
  const { ref } = Push.parse(payload);
  if (isTag(ref)) return 'push_tags';
  if (isMergeQueue(ref) || isOtherBranch(options, refName(ref))) return null;
  return 'push_commits';
}

function push({ payload, who, repo, repo_url }: Case): Message {
  const { ref, after, compare, deleted, forced, commits } = Push.parse(payload);
  const topic = pushTopic(repo, ref);
  const is_deletion = deleted === true || isRemoval(after);
  if (isTag(ref)) {
    const tag = refName(ref);
    return {
      topic,
      content: taggedPush(who, tag, repo_url && `${repo_url}/tree/${inAddress(tag)}`, is_deletion),
    };
  }
  return {
    topic,
    content: pushed({
      who,
      ref,
      compare,
      is_deletion,
      forced_to: forced ? after : null,
      commits: commits.map(({ id, message, url, author }) => ({
        id,
        message,
        url,
        committer: author?.username || author?.name,
      })),
    }),
  };
}

const createdOrDeleted =
  (verb: string) =>
  ({ payload, who, repo }: Case): Message => {
    const { ref, ref_type } = Ref.parse(payload);
    return { topic: repo, content: `${inline(who)} ${verb} ${inline(ref_type)} ${inline(ref)}.` };
  };

function commitComment({ payload, who, repo, repo_url, action }: Case): Message {
  const { comment } = CommitComment.parse(payload);
  const on = commitLink(comment.commit_id, repo_url && `${repo_url}/commit/${inAddress(comment.commit_id)}`);
  return {
    topic: repo,
    content: commented({ who, url: comment.html_url, body: comment.body, on, action: commentAction(action) }),
  };
}

function deployment({ payload, who, repo }: Case): Message {
  const { deployment, deployment_status: status } = Deployment.parse(payload);
  const topic = topicOf(repo, `Deployment on ${deployment.environment || 'unknown'}`);
  if (!status) return { topic, content: `${inline(who)} created new deployment.` };
  return { topic, content: `Deployment changed status to ${link(status.state, status.target_url)}.` };
}

function team({ payload, who, action }: Case): Message {
  const { team, changes } = Team.parse(payload);
  const topic = topicOf(`team ${team.name}`);
  if (action !== 'edited') throw new UnsupportedEvent(`team:${action}`);
  if (changes?.name) {
    return { topic, content: `Team ${code(changes.name.from ?? '')} was renamed to ${code(team.name)}.` };
  }
  if (changes?.description !== undefined)
    return {
      topic,
      content: `**${inline(who)}** changed the team description to:\n\n${quote(team.description || 'None')}`,
    };
  if (changes?.privacy !== undefined)
    return { topic, content: `Team visibility changed to ${code(team.privacy ?? '')}` };
  throw new UnsupportedEvent('team:edited');
}

const PAGES: Readonly<Record<string, string>> = {
  null: 'has yet to be built',
  building: 'is being built',
  built: 'has finished building',
};

function page({ payload, who, repo }: Case): Message {
  const { status, error, pusher } = Page.parse(payload).build;
  const by = inline(pusher?.login ?? who);
  const state = status ?? 'null';
  const build = `GitHub Pages build, triggered by ${by},`;
  if (state === 'errored') {
    return { topic: repo, content: withQuote(`${build} has failed`, error?.message) };
  }
  const does = lookUp(PAGES, state) ?? `is ${inline(state)}`;
  return { topic: repo, content: `${build} ${does}.` };
}

function release({ payload, who, repo, action }: Case): Message {
  const { release } = Published.parse(payload);
  const name = release.name || release.tag_name;
  return {
    topic: topicOf(repo, `${release.tag_name} ${name}`),
    content: released({ who, action, name, tag: release.tag_name, url: release.html_url }),
  };
}

function run(key: 'check_run' | 'workflow_run', kind: string): Format {
  const read = ({ payload }: Case) => z.looseObject({ [key]: Run }).parse(payload)[key] as z.output<typeof Run>;
  return {
    // Started checks produce no message.
    event: (delivery) => (read(delivery).status === 'completed' ? key : null),
    format(delivery) {
      const { name, conclusion, html_url, head_sha, head_branch } = read(delivery);
      const { repo_url } = delivery;
      const commit = head_sha && ` (${commitLink(head_sha, repo_url && `${repo_url}/commit/${inAddress(head_sha)}`)})`;
      const where = key === 'workflow_run' && head_branch ? head_branch : 'checks';
      return {
        topic: topicOf(delivery.repo, where),
        content: `${kind} ${link(name || key, html_url)} completed (${inline(conclusion || 'no result')}).${commit || ''}`,
      };
    },
  };
}

function status({ payload, repo }: Case): Message {
  const { sha, state, target_url, commit } = Status.parse(payload);
  return {
    topic: repo,
    content: `${link(shortSha(sha), commit?.html_url)} changed its status to ${link(state, target_url)}.`,
  };
}

const DATE = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: '2-digit', timeZone: 'UTC' });

function longDate(input: string | null | undefined): string | null {
  const at = Date.parse(input ?? '');
  return Number.isNaN(at) ? null : DATE.format(at);
}

function sponsorship({ payload, action }: Case): Message {
  const { sponsorship, changes, effective_date } = Sponsorship.parse(payload);
  const who = inline(sponsorship.sponsor.login);
  const tier = inline(sponsorship.tier.name);
  const before = changes?.tier?.from;
  const day = longDate(effective_date) ?? 'the end of the period';
  const topic = 'sponsors';
  if (action === 'created') return { topic, content: `${who} subscribed for ${tier}.` };
  if (action === 'cancelled') return { topic, content: `${who} cancelled their ${tier} subscription.` };
  if (action === 'edited') {
    const from = inline(changes?.privacy_level?.from ?? '');
    return {
      topic,
      content: `${who} changed who can see their sponsorship from ${from} to ${inline(sponsorship.privacy_level ?? '')}.`,
    };
  }
  if (action === 'pending_cancellation')
    return { topic, content: `${who}'s subscription will be cancelled on ${day}.` };
  if (action === 'pending_tier_change')
    return {
      topic,
      content: `${who}'s subscription will change from ${inline(before?.name ?? '')} to ${tier} on ${day}.`,
    };
  if (action === 'tier_changed') {
    const price = (of: z.output<typeof Tier> | undefined) => of?.monthly_price_in_cents ?? 0;
    const verb = price(sponsorship.tier) < price(before) ? 'downgraded' : 'upgraded';
    return { topic, content: `${who} ${verb} their subscription from ${inline(before?.name ?? '')} to ${tier}.` };
  }
  throw new UnsupportedEvent(`sponsorship:${action}`);
}

const starred = ({ who, repo, repo_full_name, repo_url, action }: Case): Message => ({
  topic: repo,
  content: `${inline(who)} ${action === 'deleted' ? 'unstarred' : 'starred'} the repository ${link(repo_full_name, repo_url)}.`,
});

/** What happened to a member of a repository, and the preposition before the repository. */
const MEMBERSHIPS: Readonly<Record<string, readonly [did: string, preposition: string]>> = {
  edited: ['changed the permissions of', 'in'],
  removed: ['removed', 'from'],
};

const IGNORED_TEAM_ACTIONS: ReadonlySet<string> = new Set([
  'added_to_repository',
  'created',
  'deleted',
  'removed_from_repository',
]);

export const GITHUB_REPOSITORY: Readonly<Record<string, Format>> = {
  check_run: run('check_run', 'Check'),
  commit_comment: { format: commitComment },
  create: { format: createdOrDeleted('created') },
  delete: { format: createdOrDeleted('deleted') },
  deployment: { format: deployment },
  deployment_status: { format: deployment },
  fork: {
    format({ payload, who, repo }) {
      const { forkee } = Forked.parse(payload);
      return { topic: repo, content: `${inline(who)} forked ${link(forkee.name, forkee.html_url)}.` };
    },
  },
  gollum: {
    format({ payload, who, repo }) {
      const { pages } = Wiki.parse(payload);
      const rows = pages
        .slice(0, 20)
        .map(({ title, action, html_url }) => `* ${inline(action)} ${link(title, html_url)}`);
      const more = pages.length > rows.length ? [`* and ${pages.length - rows.length} more`] : [];
      return { topic: topicOf(repo, 'wiki pages'), content: [`${inline(who)}:`, ...rows, ...more].join('\n') };
    },
  },
  member: {
    format({ payload, who, repo, repo_url, action }) {
      const { member } = Member.parse(payload);
      const [did, preposition] = lookUp(MEMBERSHIPS, action) ?? [inline(action), 'to'];
      return {
        topic: repo,
        content: `${inline(who)} ${did} ${link(member.login, member.html_url)} ${preposition} ${link(repo, repo_url)}.`,
      };
    },
  },
  membership: {
    format({ payload, who, organization, repo, action }) {
      const { member, team: of } = Member.parse(payload);
      const to = action === 'removed' ? 'from' : 'to';
      return {
        topic: topicOf(`${organization ?? repo} organization`),
        content: `${inline(who)} ${inline(action)} ${link(member.login, member.html_url)} ${to} the ${inline(of?.name ?? '')} team.`,
      };
    },
  },
  page_build: { format: page },
  ping: {
    // The pings of apps have no sender.
    format: ({ payload, who, repo }) => ({
      topic: repo,
      content: setUp('GitHub', hasFields(payload, 'sender') ? who : null),
    }),
  },
  public: {
    format: ({ who, repo, repo_full_name, repo_url }) => ({
      topic: repo,
      content: `${inline(who)} made the repository ${link(repo_full_name, repo_url)} public.`,
    }),
  },
  push: { event: pushEvent, format: push },
  release: { format: release },
  repository: {
    format: ({ who, repo, repo_full_name, repo_url, action }) => ({
      topic: repo,
      content: `${inline(who)} ${inline(action.replaceAll('_', ' '))} the repository ${link(repo_full_name, repo_url)}.`,
    }),
  },
  sponsorship: { format: sponsorship },
  star: { format: starred },
  status: { format: status },
  team: { event: ({ action }) => (IGNORED_TEAM_ACTIONS.has(action) ? null : 'team'), format: team },
  team_add: {
    format({ payload, repo, repo_full_name, repo_url }) {
      const { team: of } = Team.parse(payload);
      return {
        topic: repo,
        content: `The repository ${link(repo_full_name, repo_url)} was added to team ${inline(of.name)}.`,
      };
    },
  },
  watch: { format: starred },
  workflow_run: run('workflow_run', 'Workflow'),
};
