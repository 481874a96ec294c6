// Serves uploaded files, thumbnails, and public pictures.

import type { AttachmentRow } from '../../conversation/attachments/attachments.queries.ts';
import { findAttachment, mayReadAttachment } from '../../conversation/attachments/attachments.queries.ts';
import { thumbnailKey, thumbnailsOf, uploadKey } from '../../conversation/attachments/thumbnails.rules.ts';
import type { FileStore } from '../../kit/files/file-store.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { type FileResponse, missing, serve } from './serving.queries.ts';
import type { TemporaryUrls } from './temporary-urls.ts';

/** A URL never refers to another file later. */
const PRIVATE = 'private, max-age=3600, immutable';
const FOR_ALL = 'public, max-age=31536000, immutable';
const READING = ['GET', 'HEAD'] as const;

async function findReadable({ db, realm, actor }: RawContext, path_id: string): Promise<AttachmentRow> {
  const row = await findAttachment(db, realm.realm_id, path_id);
  if (!row || !(await mayReadAttachment(db, actor, realm, row))) throw missing();
  return row;
}

const upload = (row: AttachmentRow, download: boolean, cache_control = PRIVATE): FileResponse => ({
  key: uploadKey(row.path_id),
  name: row.name,
  content_type: row.content_type,
  size: row.size,
  cache_control,
  download,
});

async function thumbnail(context: RawContext, tail: string): Promise<FileResponse> {
  const slash = tail.lastIndexOf('/');
  const row = await findReadable(context, tail.slice(0, Math.max(slash, 0)));
  const format = thumbnailsOf(row).find(({ name }) => name === tail.slice(slash + 1));
  if (!format || row.thumbnail !== 'ready') throw missing();
  const key = thumbnailKey(row.path_id, format.name);
  return { key, name: row.name, content_type: 'image/webp', size: null, cache_control: PRIVATE, download: false };
}

const PICTURE = /^\d+\/(?:[\w-]+\/){0,3}[\w-]+\.(png|gif|webp)$/;

export function servingRoutes(files: FileStore, urls: TemporaryUrls): RawRoute[] {
  return [
    {
      methods: READING,
      path: '/user_uploads/temporary/*',
      access: 'public',
      async handle({ db, realm, now, request, tail }) {
        const path_id = urls.pathId(tail, now);
        const row = path_id === null ? null : await findAttachment(db, realm.realm_id, path_id);
        if (!row) throw missing();
        return serve(files, request, upload(row, false, 'private, no-store'));
      },
    },
    {
      methods: READING,
      path: '/user_uploads/thumbnail/*',
      access: 'spectator',
      scope: 'read',
      handle: async (context) => serve(files, context.request, await thumbnail(context, context.tail)),
    },
    {
      methods: READING,
      path: '/user_uploads/download/*',
      access: 'spectator',
      scope: 'read',
      handle: async (context) => serve(files, context.request, upload(await findReadable(context, context.tail), true)),
    },
    {
      methods: READING,
      path: '/user_uploads/*',
      access: 'spectator',
      scope: 'read',
      async handle(context) {
        const download = new URL(context.request.url).searchParams.get('download') === '1';
        return serve(files, context.request, upload(await findReadable(context, context.tail), download));
      },
    },
    {
      // Pictures of people, organizations and emoji are visible to anyone with the URL, as mail and other clients require.
      methods: READING,
      path: '/user_avatars/*',
      access: 'public',
      async handle({ realm, request, tail }) {
        const kind = tail.match(PICTURE)?.[1];
        if (!kind || !tail.startsWith(`${realm.realm_id}/`)) throw missing();
        const [key, name, content_type] = [`avatars/${tail}`, tail.split('/').at(-1)!, `image/${kind}`];
        return serve(files, request, { key, name, content_type, size: null, cache_control: FOR_ALL, download: false });
      },
    },
  ];
}
