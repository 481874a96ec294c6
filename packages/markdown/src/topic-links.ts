// The links in a topic's name: linkifier matches and addresses, for clients to offer beside the topic.
import { safeUrl } from './html/url.ts';
import { type AutoSpan, findAddresses, mergeSpans } from './inline/autolink.ts';
import type { RenderContext } from './types.ts';

/** A domain without a scheme gets `https` in topics, but `http` in messages, as the dialect defines. */
function withTls(topic: string, span: AutoSpan): AutoSpan {
  const written = topic.slice(span.start, span.end);
  return span.href === `http://${written}` ? { ...span, href: `https://${written}` } : span;
}

/** [MD63] By position; linkifier matches win over addresses they overlap. */
export function topicLinks(topic: string, context: Pick<RenderContext, 'linkifiers'>): { text: string; url: string }[] {
  const linkified = context.linkifiers?.findIn(topic) ?? [];
  const spans = mergeSpans(
    linkified,
    findAddresses(topic).map((span) => withTls(topic, span)),
  );
  const links: { text: string; url: string }[] = [];
  for (const span of spans) {
    const url = safeUrl(span.href);
    if (url) links.push({ text: topic.slice(span.start, span.end), url });
  }
  return links;
}
