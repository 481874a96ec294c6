// `![text](address)` for uploaded pictures, sounds and videos. Pictures from other sites are never embedded this way.
import type { StateInline } from 'markdown-it';
import { isAudio, isPicture, pictureAttributes } from '../html/media.ts';
import { localUrl, safeUrl, uploadPathId } from '../html/url.ts';
import { stateOf } from '../render-state.ts';
import { addLink, bracketsAt, readTarget, textToken } from './tokens.ts';

/** [MD71] An uploaded picture becomes an <img>, a sound an <audio>, any other upload a link. */
export function image(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x21 || state.src.charCodeAt(state.pos + 1) !== 0x5b) return false;
  const parts = bracketsAt(state, state.pos + 1);
  if (!parts) return false;
  const found = stateOf(state);
  const href = safeUrl(readTarget(parts.inside).url);
  if (href === null) return false;
  const address = localUrl(href, found.context.realm_url);
  const path_id = uploadPathId(address);
  if (!path_id) return false;
  const upload = found.context.findUpload?.(path_id) ?? null;
  state.pos = parts.end;
  if (!upload || !(isPicture(upload) || isAudio(upload))) {
    addLink(state, href, '', [textToken(state, parts.label.trim() ? parts.label : address)]);
    return true;
  }
  found.has_link = true;
  found.upload_path_ids.add(path_id);
  if (isPicture(upload)) {
    found.has_image = true;
    const attributes = pictureAttributes(upload, 'inline-image', address);
    state.push('void', 'img', 0).attrs = [['alt', parts.label], ...attributes];
  } else {
    const title: [string, string][] = parts.label ? [['title', parts.label]] : [];
    state.push('audio', 'audio', 0).attrs = [['preload', 'metadata'], ['src', address], ...title];
  }
  return true;
}
