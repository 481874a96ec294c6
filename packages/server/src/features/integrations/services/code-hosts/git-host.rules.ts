// Message texts shared by all Git hosts: pushes, tags, issues, merge requests and comments. Pure.
import { plural } from '../../../../kit/text/plural.ts';
import { matchesAny } from '../../glob.rules.ts';
import type { Delivery, Message, Notice, UrlOptions } from '../../integration.rules.ts';
import { code, inline, link, paragraphs, topicOf, withQuote } from '../../markdown.rules.ts';
import { enumerated } from '../../phrases.rules.ts';

/** A push of many branches sends a message for each. */
export const CHANGES_SHOWN = 20;
const COMMITS_SHOWN = 20;
const COMMITTERS_SHOWN = 3;
const SHORT_SHA = 11;
export const PEOPLE_SHOWN = 20;

export interface Commit {
  readonly id: string;
  readonly message: string | null | undefined;
  readonly url: string | null | undefined;
  /** Null if the host does not say. */
  readonly committer: string | null | undefined;
}

export const shortSha = (sha: string): string => sha.slice(0, SHORT_SHA);
/** A name as part of a URL, whatever characters it has. */
export const inAddress = (name: string): string => encodeURIComponent(name.toWellFormed());
/** The title of a commit. */
export const firstLine = (message: string | null | undefined): string => (message ?? '').split('\n')[0]!;
/** The branch or tag name of a reference. */
export const refName = (ref: string): string => ref.replace(/^refs\/(heads|tags)\//, '');
/** Whether the URL names branches, and none of them is this one. [WH13] */
export const isOtherBranch = ({ branches }: UrlOptions, branch: string): boolean =>
  branches !== null && !matchesAny(branches, branch);
export const isNothing = (sha: string | null | undefined): boolean => !sha || /^0+$/.test(sha);
/** Whether a push that ends at this commit removes its branch or tag; hosts that leave the commit out don't say. */
export const isRemoval = (after: string | null | undefined): boolean => after != null && isNothing(after);

/** The title of what a message is about, if the topic doesn't have it. [WH13] */
export const titleFor = ({ has_topic }: Pick<Delivery, 'has_topic'>, title: string): string | null =>
  has_topic ? title : null;

/** The notices of an event that may have several messages. */
export const noticesOf = (event: string, messages: Message | readonly Message[] | null): Notice[] =>
  [messages ?? []].flat().map((message) => ({ ...message, event }));

export const numberedTopic = (repo: string, kind: string, number: string, title: string | null): string =>
  topicOf(repo, `${kind}${number}${title ? ` ${title}` : ''}`);

export const pushTopic = (repo: string, ref: string): string =>
  ref.startsWith('refs/tags/') ? topicOf(repo) : topicOf(repo, refName(ref));

/** `a, b and c` */
export const nameList = (names: readonly string[]): string => enumerated(names, ' and ');

/** The names of people, shortened to a readable number. */
const people = (names: readonly string[]): string => nameList(names.slice(0, PEOPLE_SHOWN).map((name) => inline(name)));

/** The authors of the commits unless all are by the pusher, those with most commits first. */
function committers(who: string, commits: readonly Commit[]): string {
  const counts = new Map<string, number>();
  for (const { committer } of commits) if (committer) counts.set(committer, (counts.get(committer) ?? 0) + 1);
  const all = [...counts].sort(([, a], [, b]) => b - a);
  if (all.length === 0 || (all.length === 1 && all[0]![0] === who)) return '';
  const shown = all.slice(0, COMMITTERS_SHOWN).map(([name, count]) => `${inline(name)} (${count})`);
  const rest = all.slice(COMMITTERS_SHOWN).reduce((sum, [, count]) => sum + count, 0);
  return ` Commits by ${nameList(rest > 0 ? [...shown, `others (${rest})`] : shown)}.`;
}

/** The name of an author as Git writes it, without the address. */
export const authorName = (author: string | null | undefined): string | undefined => author?.replace(/ *<.*/, '');

/** A name, linked if the host says where the person's page is. */
export const personOf = (who: string, url: string | null | undefined): string => (url ? link(who, url) : inline(who));

export interface Push {
  readonly who: string;
  /** As the host names it, `refs/heads/...`. */
  readonly ref: string;
  readonly compare: string | null | undefined;
  /** Oldest first. */
  readonly commits: readonly Commit[];
  /** Present if the host sends only some of the commits. */
  readonly commits_total?: number;
  /** Whether there are more commits, of unknown number. */
  readonly has_more?: boolean;
  readonly is_deletion?: boolean;
  /** The target commit of a forced push. */
  readonly forced_to?: string | null;
}

export const commitLink = (sha: string, url: string | null | undefined): string => link(shortSha(sha), url);

/** A push to a branch. */
export function pushed({ who, ref, compare, commits, commits_total, has_more, is_deletion, forced_to }: Push): string {
  const [by, branch] = [inline(who), inline(refName(ref))];
  if (is_deletion) return `${by} ${link('deleted', compare)} the branch ${branch}.`;
  if (forced_to)
    return `${by} ${link('force pushed', compare)} to branch ${branch}. Head is now ${shortSha(forced_to)}.`;
  if (commits.length === 0) return `${by} ${link('pushed', compare)} the branch ${branch}.`;
  const total = Math.max(commits_total ?? 0, commits.length);
  const rows = commits.slice(0, COMMITS_SHOWN).map(({ id, message, url }) => {
    const title = inline(firstLine(message));
    const commit = commitLink(id, url);
    return title === '' ? `* ${commit}` : `* ${title} (${commit})`;
  });
  if (has_more) rows.push('[and more commits]');
  else if (total > rows.length) rows.push(`[and ${total - rows.length} more commit(s)]`);
  const count = has_more ? `${total}+ commits` : plural(total, 'commit');
  return paragraphs(
    `${by} ${link('pushed', compare)} ${count} to branch ${branch}.${committers(who, commits)}`,
    rows.join('\n'),
  );
}

export function taggedPush(
  who: string,
  tag: string,
  url: string | null | undefined,
  is_deletion: boolean,
  who_url: string | null = null,
): string {
  const did = is_deletion ? `removed tag ${inline(tag)}` : `pushed tag ${link(tag, url)}`;
  return `${personOf(who, who_url)} ${did}.`;
}

export interface Numbered {
  readonly who: string;
  readonly who_url?: string | null;
  /** In the past tense: `opened`. */
  readonly action: string;
  /** Kind and number: `issue #3`, `PR #3`, `MR !3`. */
  readonly name: string;
  readonly url: string | null | undefined;
  /** Shown if the topic does not contain it. */
  readonly title?: string | null;
  readonly body?: string | null;
  readonly assignees?: readonly string[];
  readonly from?: string | null;
  readonly to?: string | null;
}

const titled = (name: string, title: string | null | undefined): string => (title ? `${name} ${title}` : name);

/** An event of an issue or merge request. */
export function happened({ who, who_url, action, name, url, title, body, assignees = [], from, to }: Numbered): string {
  const assigned = assignees.length > 0 ? ` (assigned to ${people(assignees)})` : '';
  const branches = from && to ? ` from ${code(from)} to ${code(to)}` : '';
  const summary = `${personOf(who, who_url)} ${inline(action)} ${link(titled(name, title), url)}${assigned}${branches}`;
  return withQuote(summary, body);
}

export interface Comment {
  readonly who: string;
  readonly who_url?: string | null;
  readonly url: string | null | undefined;
  readonly body: string | null | undefined;
  readonly action?: 'created' | 'edited' | 'deleted';
  /** The commented object, as a link. */
  readonly on: string;
}

/** Other actions than these read as a new comment. */
export const commentAction = (action: string): Comment['action'] =>
  action === 'edited' || action === 'deleted' ? action : 'created';

export function commented({ who, who_url, url, body, on, action = 'created' }: Comment): string {
  const did = action === 'created' ? link('commented', url) : `${action} a ${link('comment', url)}`;
  return withQuote(`${personOf(who, who_url)} ${did} on ${on}`, body);
}

export const numberedLink = (name: string, title: string | null | undefined, url: string | null | undefined): string =>
  link(titled(name, title), url);

export interface Release {
  readonly who: string | null;
  readonly action: string;
  readonly name: string;
  readonly tag: string;
  readonly url: string | null | undefined;
}

export function released({ who, action, name, tag, url }: Release): string {
  const named = link(name, url);
  return who === null
    ? `Release ${named} for tag ${inline(tag)} was ${inline(action)}.`
    : `${inline(who)} ${inline(action)} release ${named} for tag ${inline(tag)}.`;
}

/** Removes what hosts hide on their own pages: HTML comments, also unterminated ones. */
export function withoutHiddenComments(body: string | null | undefined): string {
  const [shown = '', ...parts] = (body ?? '').split('<!--');
  return (
    shown + parts.map((part) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : `<!--${part}`)).join('')
  );
}
