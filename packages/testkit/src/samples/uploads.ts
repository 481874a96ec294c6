// A successful call for each endpoint of uploads.
import type { Attachment, uploadsContract } from '@stoa/contract';
import { samplePicture } from '../pictures.ts';
import type { Samples, Stage } from './stage.ts';

async function someUpload({ cast: { ada } }: Stage): Promise<Attachment> {
  const { url } = await ada.uploadFile({}, { file: samplePicture() });
  const { attachments } = await ada.getAttachments();
  return attachments.find(({ path_id }) => url.endsWith(path_id))!;
}

function addressOf({ path_id }: Attachment): { realm_id_str: number; filename: string } {
  const [realm_id, ...rest] = path_id.split('/');
  return { realm_id_str: Number(realm_id), filename: rest.join('/') };
}

export const uploadsSamples: Samples<typeof uploadsContract> = {
  uploadFile: () => ({}),
  getFileTemporaryUrl: async (stage) => addressOf(await someUpload(stage)),
  getThumbnailStatus: async (stage) => addressOf(await someUpload(stage)),
  getAttachments: () => ({}),
  removeAttachment: async (stage) => ({ attachment_id: (await someUpload(stage)).id }),
};
