// The organization's icon and logos: uploading, deleting, and redirects to them.
import { deleteRealmIcon, deleteRealmLogo, uploadRealmIcon, uploadRealmLogo } from '@stoa/contract';
import type { FileServices } from '../../kit/files/file-services.ts';
import { onlyFile } from '../../kit/files/make-pictures.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { preparedWrite, type Route, write } from '../../kit/http/route.ts';
import { setRealmPicture, storeRealmPicture } from './realm-icons.actions.ts';
import { findRealmPictures } from './realm-icons.queries.ts';

const logoKind = (night: boolean) => (night ? 'night_logo' : 'logo');

export function realmIconsRoutes(parts: FileServices): Route[] {
  return [
    preparedWrite(
      uploadRealmIcon,
      ({ actor, now, files }) =>
        storeRealmPicture(parts, actor, now, 'icon', onlyFile(files, 'You must upload exactly one icon.').path),
      async (context, _params, key) => {
        const { icon_url } = await setRealmPicture(context, context.realm.realm_id, 'icon', key);
        return { icon_url };
      },
    ),
    write(deleteRealmIcon, async (context) => {
      const { icon_url } = await setRealmPicture(context, context.realm.realm_id, 'icon', null);
      return { icon_url };
    }),
    preparedWrite(
      uploadRealmLogo,
      ({ actor, now, files }, { night }) => {
        const { path } = onlyFile(files, 'You must upload exactly one logo.');
        return storeRealmPicture(parts, actor, now, logoKind(night), path);
      },
      async (context, { night }, key) => {
        await setRealmPicture(context, context.realm.realm_id, logoKind(night), key);
        return {};
      },
    ),
    write(deleteRealmLogo, async (context, { night }) => {
      await setRealmPicture(context, context.realm.realm_id, logoKind(night), null);
      return {};
    }),
  ];
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'private, max-age=60' } });
}

async function toIcon({ db, realm }: RawContext): Promise<Response> {
  return redirect((await findRealmPictures(db, realm.realm_id)).icon_url);
}

async function toLogo({ db, realm, request }: RawContext): Promise<Response> {
  const pictures = await findRealmPictures(db, realm.realm_id);
  const night = new URL(request.url).searchParams.get('night') === 'true';
  return redirect(night ? pictures.night_logo_url : pictures.logo_url);
}

/** Redirects to the pictures. [RI4] */
export const realmIconRedirects: RawRoute[] = [
  { methods: ['GET', 'HEAD'], path: '/api/v1/realm/icon', access: 'user', scope: 'read', handle: toIcon },
  { methods: ['GET', 'HEAD'], path: '/api/v1/realm/logo', access: 'user', scope: 'read', handle: toLogo },
];
