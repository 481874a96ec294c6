// The links in topic names, for clients to offer beside them: addresses and linkifier matches.

import type { Message } from '@stoa/contract';
import { topicLinks } from '@stoa/markdown';
import type { Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { getRenderDictionary, type RenderDictionary } from './render-dictionary.queries.ts';

type Links = Message['topic_links'];

export function topicLinksOf(topic: string, { linkifiers }: Pick<RenderDictionary, 'linkifiers'>): Links {
  return topic === '' ? [] : topicLinks(topic, { linkifiers });
}

/** Finds the links of these messages' topics, once per topic. */
export async function topicLinker(
  db: Connection,
  realm: Realm,
  messages: readonly { readonly subject: string }[],
): Promise<(topic: string) => Links> {
  if (messages.every(({ subject }) => subject === '')) return () => [];
  const dictionary = await getRenderDictionary(db, realm);
  const links_by_topic = new Map<string, Links>();
  return (topic) => getOrSet(links_by_topic, topic, () => topicLinksOf(topic, dictionary));
}
