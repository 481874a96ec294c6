// An export of the Zulip server with many messages, unpacked: as its exporter writes it, in files of a thousand messages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordMaker } from './archive.ts';

const PEOPLE = 50;
const CHANNELS = 20;
/** Of each channel; everybody else never sees its messages. */
const READERS = 5;
const TOPICS = 40;
const PER_FILE = 1000;
const LENGTH = 200;
const BEGAN = 1_600_000_000;
const READ = 1;

const recipientOf = (channel: number) => 1000 + channel;
const readersOf = (channel: number) =>
  Array.from({ length: READERS }, (_, n) => 1 + ((channel * READERS + n) % PEOPLE));

/** What people write: words, now and then a name, code, a link, emphasis. */
function contentOf(id: number, word: () => string): string {
  let content = id % 5 === 0 ? `@**Person ${1 + (id % PEOPLE)}|${1 + (id % PEOPLE)}** ` : '';
  if (id % 7 === 0) content += `\`${word()}()\` in https://example.com/${word()}?page=${id} `;
  if (id % 11 === 0) content += `**${word()} ${word()}**: `;
  while (content.length < LENGTH) content += `${word()} `;
  return content.trim();
}

export function writeZulipExport(directory: string, messages: number): void {
  mkdirSync(directory, { recursive: true });
  const write = (name: string, value: unknown) => writeFileSync(join(directory, name), JSON.stringify(value));
  const people = Array.from({ length: PEOPLE }, (_, n) => n + 1);
  const channels = Array.from({ length: CHANNELS }, (_, n) => n + 1);
  const subscriptions = channels.flatMap((channel) => readersOf(channel).map((user) => ({ channel, user })));
  write('realm.json', {
    zerver_realm: [{ id: 1, name: 'Imported', description: '', date_created: BEGAN }],
    zerver_userprofile: people.map((id) => ({
      id,
      email: `user${id}@zulip.example`,
      delivery_email: `person${id}@import.example`,
      full_name: `Person ${id}`,
      role: id === 1 ? 100 : 400,
      is_active: true,
      is_bot: false,
      date_joined: BEGAN,
      timezone: '',
    })),
    zerver_stream: channels.map((id) => ({
      id,
      name: `channel ${id}`,
      description: '',
      date_created: BEGAN,
      invite_only: false,
      history_public_to_subscribers: true,
    })),
    zerver_recipient: channels.map((id) => ({ id: recipientOf(id), type: 2, type_id: id })),
    zerver_subscription: subscriptions.map(({ channel, user }) => ({
      user_profile: user,
      recipient: recipientOf(channel),
      active: true,
      color: '#aabbcc',
    })),
    zerver_realmauditlog: subscriptions.map(({ channel, user }) => ({
      event_type: 301,
      modified_user: user,
      modified_stream: channel,
      event_last_message_id: 0,
    })),
  });
  write('attachment.json', { zerver_attachment: [] });
  const { word } = wordMaker();
  for (let first = 1, file = 1; first <= messages; first += PER_FILE, file++) {
    const zerver_message = [];
    const zerver_usermessage = [];
    for (let id = first; id < Math.min(first + PER_FILE, messages + 1); id++) {
      const channel = 1 + (id % CHANNELS);
      const readers = readersOf(channel);
      const content = contentOf(id, word);
      zerver_message.push({
        id,
        sender: readers[id % READERS],
        realm: 1,
        recipient: recipientOf(channel),
        subject: `topic ${id % TOPICS}`,
        content,
        rendered_content: `<p>${content}</p>`,
        rendered_content_version: 1,
        date_sent: BEGAN + id + 0.5,
        sending_client: 1,
        last_edit_time: null,
        edit_history: null,
        has_attachment: false,
        has_image: false,
        has_link: id % 7 === 0,
        is_channel_message: true,
      });
      for (const user of readers)
        zerver_usermessage.push({ id: id * READERS + user, user_profile: user, message: id, flags_mask: READ });
    }
    write(`messages-${String(file).padStart(6, '0')}.json`, { zerver_message, zerver_usermessage });
  }
}
