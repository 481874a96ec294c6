// The formats that can be read, by the names of the command.
import type { ArchiveReader } from '../archive.ts';
import { readDiscord } from './discord/discord.ts';
import { readMattermost } from './mattermost/mattermost.ts';
import { readRocketChat } from './rocketchat/rocketchat.ts';
import { readSlack } from './slack/slack.ts';
import { readZulip } from './zulip/zulip.ts';

export const READERS: Readonly<Record<string, ArchiveReader>> = {
  discord: readDiscord,
  mattermost: readMattermost,
  rocketchat: readRocketChat,
  slack: readSlack,
  zulip: readZulip,
};
