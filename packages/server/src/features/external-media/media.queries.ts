// Fetches external pictures and videos and verifies their type. Caches nothing.
import { writeFile } from 'node:fs/promises';
import type { UserId } from '@stoa/contract';
import type { FileServices } from '../../kit/files/file-services.ts';
import { type Outbound, OutboundError } from '../../kit/outbound/outbound.ts';
import { mediaKind, PICTURE_BYTES, requestedAddress, VIDEO_BYTES } from './external-media.rules.ts';

export interface Medium {
  readonly content_type: string;
  readonly body: Uint8Array;
}

export const TIMEOUT_MS = 10_000;
const REDIRECTS = 4;

export type Decoding = Pick<FileServices, 'images' | 'incoming'>;

/** Fetches without a cache; the account answers for the decoding. Null for what cannot be fetched or is not proxied. */
export async function fetchMedium(
  parts: Decoding,
  outbound: Outbound,
  url: string,
  account_id: UserId,
): Promise<Medium | null> {
  try {
    const { status, headers, body } = await outbound.request(requestedAddress(url), {
      timeout_ms: TIMEOUT_MS,
      max_bytes: VIDEO_BYTES,
      redirects: REDIRECTS,
      headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif,video/*;q=0.5' },
    });
    const content_type = headers['content-type'] ?? '';
    if (status !== 200 || headers['content-encoding'] !== undefined) return null;
    switch (mediaKind(content_type)) {
      case 'picture':
        return body.length > PICTURE_BYTES ? null : await asPicture(parts, body, account_id);
      case 'video':
        return { content_type: content_type.split(';')[0]!.trim().toLowerCase(), body };
      default:
        return null;
    }
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}

/** [XM3] A declared picture must decode within the pixel limits; the detected type is used. */
async function asPicture({ images, incoming }: Decoding, body: Buffer, account_id: UserId): Promise<Medium | null> {
  const path = incoming.path();
  try {
    await writeFile(path, body, { mode: 0o600 });
    const { picture } = await images.probe(account_id, path);
    return picture && { content_type: `image/${picture.format}`, body };
  } finally {
    await incoming.discard(path);
  }
}
