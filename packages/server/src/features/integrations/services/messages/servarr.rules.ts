// Sonarr, Radarr and Lidarr, which keep libraries of media and post alike: https://wiki.servarr.com. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bullets, clip, inline, link, literal, topicOf } from '../../markdown.rules.ts';

export const maybe = z.string().nullish();
/** Older versions send an object. */
export const Quality = z.union([
  z.string(),
  z.looseObject({ quality: z.looseObject({ name: z.string() }) }).transform(({ quality }) => quality.name),
]);
export const Upgrade = z.looseObject({
  isUpgrade: z.boolean().nullish(),
  /** The files that an upgrade replaced, or whether a deletion included the files. */
  deletedFiles: z.union([z.boolean(), z.array(z.looseObject({ quality: Quality.nullish() }))]).nullish(),
});
const Event = z.looseObject({ eventType: z.string() });
const Health = z.looseObject({ level: maybe, message: z.string(), wikiUrl: maybe });
const Update = z.looseObject({ previousVersion: z.string(), newVersion: z.string() });
const Waiting = z.looseObject({
  downloadInfo: z.looseObject({ title: maybe }).nullish(),
  downloadStatusMessages: z.array(z.looseObject({ messages: z.array(z.string()).nullish() })).nullish(),
});

const LISTED = 20;
const MESSAGE_MAX = 2000;

interface Said {
  readonly topic: string;
  readonly content: string;
}
/** What happened to a title of the library: a sentence. */
type Say = (payload: unknown, title: string) => string;

export interface Library {
  readonly name: string;
  /** The series, movie or artist that an event is about; it is the topic. */
  titleOf(payload: unknown): string;
  readonly events: Readonly<Record<string, Say>>;
}

/** The quality of the file that an upgrade replaced; null without an upgrade. */
export function replacedQuality({ isUpgrade, deletedFiles }: z.output<typeof Upgrade>): string | null {
  const [file] = Array.isArray(deletedFiles) ? deletedFiles : [];
  return isUpgrade ? (file?.quality ?? '') : null;
}

export const listed = (items: readonly string[]): string => bullets(items.slice(0, LISTED).map(inline), items.length);

function health(payload: unknown): Said {
  const { level, message, wikiUrl } = Health.parse(payload);
  const words = literal(clip(message.trim().replace(/\.$/, ''), MESSAGE_MAX)) || 'No message';
  const more = link('wiki', wikiUrl);
  return {
    topic: `Health ${level || 'notice'}`,
    content: more === 'wiki' ? `${words}.` : `${words} (${more}).`,
  };
}

/** Events of the program itself. */
const OWN: Readonly<Record<string, (payload: unknown, name: string) => Said>> = {
  ApplicationUpdate: (payload, name) => {
    const { previousVersion, newVersion } = Update.parse(payload);
    const content = `${name} was updated from ${inline(previousVersion)} to ${inline(newVersion)}.`;
    return { topic: `${name} - Application update`, content };
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
export const waiting: Say = (payload, title) => {
  const { downloadInfo, downloadStatusMessages } = Waiting.parse(payload);
  const of = downloadInfo?.title ? `The download ${inline(downloadInfo.title)}` : `A download of ${inline(title)}`;
  const reasons = (downloadStatusMessages ?? []).flatMap(({ messages }) => messages ?? []);
  const summary = `${of} needs manual interaction`;
  return reasons.length > 0 ? `${summary}:\n${listed(reasons)}` : `${summary}.`;
};

export const libraryFormat =
  ({ name, titleOf, events }: Library): PayloadFormat =>
  ({ payload }) => {
    const { eventType: event } = Event.parse(payload);
    if (Object.hasOwn(OWN, event)) {
      const { topic, content } = OWN[event]!(payload, name);
      return { topic: topicOf(topic), content, event };
    }
    if (!Object.hasOwn(events, event)) throw new UnsupportedEvent(event);
    const title = titleOf(payload);
    return { topic: topicOf(title), content: events[event]!(payload, title), event };
  };
