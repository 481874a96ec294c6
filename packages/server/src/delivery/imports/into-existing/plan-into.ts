// Plans an import into an existing organization: its matches and the rules for them, as text for people and as JSON for programs. [IM35]
import type { UserId } from '@stoa/contract';
import { findMessageAfter } from '../../../conversation/messages/importing.queries.ts';
import { findDirectRecipient } from '../../../conversation/recipients/recipients.queries.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import type { Archive, ArchiveMessage } from '../archive.ts';
import { isUnfinished } from '../import-ids.actions.ts';
import { type OpenArchive, type Plan, planImport } from '../plan.ts';
import { type ChannelMatch, type MatchedArchive, matchArchive } from './matching.ts';

export interface IntoPlan {
  readonly organization: string;
  readonly url: string;
  readonly rules: readonly string[];
  readonly users: { readonly matched: number; readonly new: number };
  readonly channels: readonly ChannelMatch[];
  /** Conversations that have messages here, so that the archive's go into private channels. */
  readonly direct_conversations: { readonly all: number; readonly into_channels: number };
}

const RULES: readonly string[] = [
  'People are matched by their address. New people become members or guests, whatever they were before; existing people keep everything.',
  'A public channel goes into the public channel with the same name if nobody has written there. Otherwise it becomes a new channel, as private channels always do.',
  'Direct messages go into the conversation of the same people if it is empty, otherwise into a private channel of these people.',
  'Groups and emoji are matched by name and stay as they are. So do all settings; new channels have the usual permissions.',
  'Linkifiers, playgrounds and profile fields stay as they are. New people bring their alert words, snippets, topic policies, and values of profile fields that are the same here.',
  'Public channels can be read by all members here. Nobody else gets to read anything.',
  'All imported messages are marked as read. Nobody is notified.',
];

export interface PlannedInto {
  readonly matched: MatchedArchive;
  readonly plan: Plan;
  readonly into: IntoPlan;
}

/** Reads the whole archive. `progress` is called with the number of messages read so far. */
export async function planInto(
  db: Connection,
  realm: Realm,
  opened: OpenArchive,
  progress?: (messages: number) => void,
): Promise<PlannedInto> {
  const matched = await matchArchive(db, realm, opened.archive, await isUnfinished(db, realm));
  const conversations = new Conversations(matched);
  const plan = await planImport({ ...opened, archive: conversations.archive }, progress);
  return { matched, plan, into: await conversations.plan(db, realm) };
}

/** Records the direct conversations of an archive while its messages are read. */
class Conversations {
  private readonly seen = new Map<string, readonly string[]>();

  constructor(readonly matched: MatchedArchive) {}

  /** The same archive; its messages are recorded as they are read. */
  get archive(): Archive {
    const { archive } = this.matched;
    return { ...archive, messages: () => this.noted(archive.messages()) };
  }

  private async *noted(messages: AsyncIterable<ArchiveMessage>): AsyncGenerator<ArchiveMessage> {
    for await (const message of messages) {
      if ('users' in message.place) {
        const users = [...new Set(message.place.users)].sort();
        this.seen.set(JSON.stringify(users), users);
      }
      yield message;
    }
  }

  async plan(db: Connection, realm: Realm): Promise<IntoPlan> {
    const { matches, archive, channels } = this.matched;
    let into_channels = 0;
    for (const users of this.seen.values()) {
      const here = users.map((user) => matches.users.get(user));
      if (here.includes(undefined)) continue;
      const recipient_id = await findDirectRecipient(db, realm.realm_id, here as UserId[]);
      if (recipient_id !== null && (await findMessageAfter(db, recipient_id, 0)) !== null) into_channels++;
    }
    return {
      organization: realm.name,
      url: realm.url,
      rules: RULES,
      users: { matched: matches.users.size, new: archive.users.length - matches.users.size },
      channels,
      direct_conversations: { all: this.seen.size, into_channels },
    };
  }
}

/** More channels than this are only in the JSON. */
const CHANNELS_SHOWN = 100;

export function intoLines({
  organization,
  url,
  rules,
  users,
  channels,
  direct_conversations: direct,
}: IntoPlan): string[] {
  const shown = channels.slice(0, CHANNELS_SHOWN).map(({ name, becomes, how, why }) => {
    const reason = why === '' ? '' : `: ${why}`;
    return `  ${name} → ${becomes} (${how}${reason})`;
  });
  const more = channels.length - shown.length;
  return [
    '',
    `Into: ${organization} at ${url}`,
    `People: ${users.matched} are here, ${users.new} are new`,
    `Direct conversations: ${direct.all}, of which ${direct.into_channels} have messages here and come into private channels`,
    'Channels:',
    ...shown,
    ...(more > 0 ? [`  and ${more} more, which --report lists`] : []),
    'Rules:',
    ...rules.map((rule) => `  ${rule}`),
  ];
}
