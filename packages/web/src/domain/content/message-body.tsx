// The content of a message: sanitized HTML, and what needs scripts: files, spoilers, copy buttons, times.
import type { UserGroup } from '@stoa/contract';
import { memo, useLayoutEffect, useRef } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { fullTime } from '../../base/text/dates.ts';
import { isVisitor, useAppState, useEngine } from '../../model/engine/context.ts';
import { groupsOf } from '../../model/state/groups-of.ts';
import type { State } from '../../model/state/state.ts';
import { arrangeFiles } from './arrange-files.ts';
import { addCodeTools, addSpoilers } from './content-code.ts';
import { addFiles } from './content-files.ts';
import { isFewEmoji } from './few-emoji.ts';
import { removeBrokenMedia, removeForeignMedia } from './foreign-media.ts';
import { addLinkCards } from './link-cards.ts';
import { showsLinkPreviews } from './link-previews.ts';
import { sanitize } from './message-html.ts';

function writeTimes(root: HTMLElement, twenty_four_hour: boolean): void {
  for (const time of root.querySelectorAll('time')) {
    const at = Date.parse(time.dateTime);
    if (Number.isNaN(at)) continue;
    time.title = time.textContent ?? '';
    time.textContent = fullTime(at / 1000, twenty_four_hour);
  }
}

const NONE: readonly UserGroup[] = [];

/** Marks the mentions that concern the reader. A topic's concern those who take part in it, which the message's flags say. */
function markMentions(root: HTMLElement, own_id: number, groups: readonly UserGroup[], in_topic: boolean): void {
  const own_groups = new Set(groupsOf(groups, own_id).map(({ id }) => String(id)));
  for (const mention of root.querySelectorAll<HTMLElement>('.user-mention, .user-group-mention, .topic-mention')) {
    const { userId = '', userGroupId = '' } = mention.dataset;
    const is_own = [String(own_id), '*'].includes(userId) || own_groups.has(userGroupId);
    const is_topic = in_topic && mention.matches('.topic-mention');
    mention.classList.toggle('to-me', (is_own || is_topic) && !mention.matches('.silent'));
  }
}

/** Blocks that scroll because of a formula in a line of theirs can be scrolled by keys. */
function focusWideFormulas(root: HTMLElement): void {
  for (const block of root.querySelectorAll<HTMLElement>(':is(p, ul, ol, h1, h2, h3, h4, h5, h6):has(.katex)'))
    if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}

/** Settings that affect drawing; a change redraws the message. */
const lookOf = ({ user_settings, realm_media_preview_size }: State): string =>
  [user_settings.twenty_four_hour_time, user_settings.web_animate_image_previews, realm_media_preview_size].join();

interface Props {
  readonly html: string;
  readonly own_id: number;
  /** The message the content belongs to, for viewing its pictures. */
  readonly message_id?: number | null;
}

export const MessageBody = memo(function MessageBody({ html, own_id, message_id = null }: Props) {
  const engine = useEngine();
  const allowed = useAppState((state) => state.realm_inline_url_embed_preview && state.server_inline_url_embed_preview);
  const wanted = useCell(showsLinkPreviews);
  const fetched = useAppState((state) => state.server_inline_url_embed_preview) && wanted;
  const look = `${useAppState(lookOf)} ${allowed && wanted} ${fetched}`;
  const root = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another page of elements
  useLayoutEffect(() => {
    const element = root.current!;
    addSpoilers(element);
    addCodeTools(engine, element);
    addLinkCards(element, allowed && wanted, message_id);
    if (fetched) removeBrokenMedia(element);
    else removeForeignMedia(element);
    writeTimes(element, engine.state.get().user_settings.twenty_four_hour_time);
    focusWideFormulas(element);
    arrangeFiles(element);
    return addFiles(engine, element, message_id);
  }, [html, look, engine, own_id, message_id]);
  const groups = useAppState(({ realm_user_groups }) =>
    html.includes('user-group-mention') ? realm_user_groups : NONE,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another page of elements
  useLayoutEffect(() => {
    if (isVisitor(engine)) return;
    const flags = message_id === null ? [] : (engine.messages.get(message_id)?.flags ?? []);
    markMentions(root.current!, own_id, groups, flags.includes('topic_wildcard_mentioned'));
  }, [html, look, engine, own_id, message_id, groups]);
  return (
    <div
      key={look}
      ref={root}
      className={isFewEmoji(html) ? 'rendered few-emoji' : 'rendered'}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the sanitizer made it, whose policy alone may make HTML
      dangerouslySetInnerHTML={{ __html: sanitize(html) }}
    />
  );
});
