// Sonarr, Radarr and Lidarr, which keep libraries of media and post alike: https://wiki.servarr.com. Pure.
import { z } from 'zod';
import type { Message, PayloadFormat } from '../../integration.rules.ts';
import { bullets, clip, inline, link, literal, topicOf } from '../../markdown.rules.ts';
import { flag, formatOf, items, lookUp, maybe, part, text } from '../../payload.rules.ts';

/** Older versions send an object. */
const Quality = part(
  z.union([text, z.looseObject({ quality: z.looseObject({ name: text }) }).transform(({ quality }) => quality.name)]),
);
export const MediaFile = part(z.looseObject({ quality: Quality }));
export const Upgrade = z.looseObject({
  isUpgrade: flag,
  /** The files that an upgrade replaced, or whether a deletion included the files. */
  deletedFiles: z.union([z.boolean(), items(z.looseObject({ quality: Quality }))]),
});
const Event = z.looseObject({ eventType: text });
const Health = z.looseObject({ level: maybe, message: maybe, wikiUrl: maybe });
const Update = z.looseObject({ previousVersion: maybe, newVersion: maybe });
const Waiting = z.looseObject({
  downloadInfo: part(z.looseObject({ title: maybe })),
  downloadStatusMessages: items(z.looseObject({ messages: items(text) })),
});

const LISTED = 20;
const MESSAGE_MAX = 2000;

/** What happened to a title of the library: a sentence. */
type TitleFormat = (payload: unknown, title: string) => string;

export interface Library {
  readonly name: string;
  /** The series, movie or artist that an event is about; it is the topic. */
  titleOf(payload: unknown): string;
  readonly events: Readonly<Record<string, TitleFormat>>;
}

/** The quality of the file that an upgrade replaced; null without an upgrade. */
export function replacedQuality({ isUpgrade, deletedFiles }: z.output<typeof Upgrade>): string | null {
  const [file] = Array.isArray(deletedFiles) ? deletedFiles : [];
  return isUpgrade ? (file?.quality ?? '') : null;
}

export const bulleted = (items: readonly string[]): string => bullets(items.slice(0, LISTED).map(inline), items.length);

/** Whether a deletion included the files. */
export const withFiles = (payload: unknown): string =>
  `its files were ${Upgrade.parse(payload).deletedFiles === true ? 'also' : 'not'} deleted`;

function health(payload: unknown): Message {
  const { level, message, wikiUrl } = Health.parse(payload);
  const words = literal(clip((message ?? '').trim().replace(/\.$/, ''), MESSAGE_MAX)) || 'No message';
  const more = link('wiki', wikiUrl);
  return {
    topic: `Health ${level || 'notice'}`,
    content: more === 'wiki' ? `${words}.` : `${words} (${more}).`,
  };
}

/** Events of the program itself. */
const PROGRAM_EVENTS: Readonly<Record<string, (payload: unknown, name: string) => Message>> = {
  ApplicationUpdate: (payload, name) => {
    const { previousVersion, newVersion } = Update.parse(payload);
    const from = previousVersion ? ` from ${inline(previousVersion)}` : '';
    const to = newVersion ? ` to ${inline(newVersion)}` : '';
    return { topic: `${name} - Application update`, content: `${name} was updated${from}${to}.` };
  },
  Health: health,
  HealthRestored: (payload) => {
    const { topic, content } = health(payload);
    return { topic, content: `Resolved: ${content}` };
  },
  Test: (_, name) => ({
    topic: `${name} - Test`,
    content: `${name} webhook has been successfully configured.`,
  }),
};

/** A download that the program could not import by itself. */
export const waiting: TitleFormat = (payload, title) => {
  const { downloadInfo, downloadStatusMessages } = Waiting.parse(payload);
  const of = downloadInfo?.title ? `The download ${inline(downloadInfo.title)}` : `A download of ${inline(title)}`;
  const reasons = downloadStatusMessages.flatMap(({ messages }) => messages);
  const summary = `${of} needs manual interaction`;
  return reasons.length > 0 ? `${summary}:\n${bulleted(reasons)}` : `${summary}.`;
};

export const libraryFormat =
  ({ name, titleOf, events }: Library): PayloadFormat =>
  ({ payload }) => {
    const { eventType: event } = Event.parse(payload);
    const programFormat = lookUp(PROGRAM_EVENTS, event);
    if (programFormat) {
      const { topic, content } = programFormat(payload, name);
      return { topic: topicOf(topic), content, event };
    }
    const format = formatOf(events, event);
    const title = titleOf(payload).trim() || 'Untitled';
    return { topic: topicOf(title), content: format(payload, title), event };
  };
