// Finds everything a message may refer to, without rendering: a superset of what rendering asks for.
import { sourceLines } from './block/normalize.ts';
import { emojiByName, extraEmoji } from './emoji/emoji.ts';
import { uploadPathId } from './html/url.ts';
import { channelLinkAt } from './inline/channel-links.ts';
import { CHANNEL_WILDCARDS, mentionAt, splitUserId, TOPIC_WILDCARD } from './inline/mentions.ts';
import type { References } from './types.ts';

const UPLOAD = /\/user_uploads\/[^\s)<>"']+/g;
const EMOJI_NAME = /:([\p{L}\p{N}_+-]+)(?=:)/gu;

function findMentions(source: string, references: References): void {
  const keys = new Set<string>();
  for (let at = source.indexOf('@'); at >= 0; at = source.indexOf('@', at + 1)) {
    const mention = mentionAt(source, at);
    if (!mention) continue;
    const key = source.slice(at, mention.end);
    if (keys.has(key)) continue;
    keys.add(key);
    const { kind, name, silent } = mention;
    if (kind === 'group') references.groups.push({ name, silent });
    else if (!CHANNEL_WILDCARDS.has(name) && name !== TOPIC_WILDCARD) {
      references.users.push({ ...splitUserId(name), silent });
    }
  }
}

function findChannels(source: string, references: References): void {
  const keys = new Set<string>();
  const channels = new Set<string>();
  for (let at = source.indexOf('#**'); at >= 0; at = source.indexOf('#**', at + 1)) {
    const link = channelLinkAt(source, at);
    if (!link) continue;
    channels.add(link.channel);
    const key = source.slice(at, link.end);
    if (link.topic === null || keys.has(key)) continue;
    keys.add(key);
    references.topics.push({ channel: link.channel, topic: link.topic, message_id: link.message_id });
  }
  references.channels.push(...channels);
}

function findUploads(source: string, references: References): void {
  const paths = new Set<string>();
  for (const match of source.matchAll(UPLOAD)) {
    const path_id = uploadPathId(match[0]);
    if (path_id) paths.add(path_id);
    // A sentence's punctuation is not part of the address, but may be part of a name in brackets.
    const shorter = uploadPathId(match[0].replace(/[!:;?,.]{1,10}$/, ''));
    if (shorter) paths.add(shorter);
  }
  references.uploads.push(...paths);
}

function findEmoji(source: string, references: References): void {
  const names = new Set<string>();
  for (const match of source.matchAll(EMOJI_NAME)) {
    const name = match[1] as string;
    if (!emojiByName.has(name) && !extraEmoji.has(name)) names.add(name);
  }
  references.emoji.push(...names);
}

/** [MD80] Names are as written. References in code are included, which costs only a lookup. */
export function findReferences(content: string): References {
  const references: References = { users: [], groups: [], channels: [], topics: [], uploads: [], emoji: [] };
  const source = sourceLines(content).join('\n');
  if (source.includes('@')) findMentions(source, references);
  if (source.includes('#**')) findChannels(source, references);
  if (source.includes('/user_uploads/')) findUploads(source, references);
  if (source.includes(':')) findEmoji(source, references);
  return references;
}
