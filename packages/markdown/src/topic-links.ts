// The links of a topic's name: linkifiers and addresses, for clients to offer beside the topic.
import { safeUrl } from './html/url.ts';
import { findAddresses, mergeSpans } from './inline/autolink.ts';
import type { RenderContext } from './types.ts';

/** [MD63] In order of position; linkifiers come before addresses that they overlap. */
export function topicLinks(topic: string, context: Pick<RenderContext, 'linkifiers'>): { text: string; url: string }[] {
  const linkified = context.linkifiers?.findIn(topic) ?? [];
  const spans = mergeSpans(linkified, findAddresses(topic));
  const links: { text: string; url: string }[] = [];
  for (const span of spans) {
    const url = safeUrl(span.href);
    if (url) links.push({ text: topic.slice(span.start, span.end), url });
  }
  return links;
}
