// Changing one's own picture, and finding anybody's.
import { deleteAvatar, NotFound, Refused, type UserId, uploadAvatar } from '@stoa/contract';
import type { FileServices } from '../../kit/files/file-services.ts';
import { onlyFile } from '../../kit/files/make-pictures.ts';
import type { RawRoute } from '../../kit/http/raw-route.ts';
import { preparedWrite, type Route, write } from '../../kit/http/route.ts';
import { drawGenerated } from '../../kit/images/generated-pictures.ts';
import { pictureUrl } from '../users/users.present.ts';
import { getUserByAddress, getVisibleUser } from '../users/users.queries.ts';
import { checkAvatarChange, setAvatar, storeAvatar } from './avatars.actions.ts';

export function avatarsRoutes(parts: FileServices): Route[] {
  return [
    preparedWrite(
      uploadAvatar,
      async ({ db, actor, now, files }) => {
        await checkAvatarChange(db, actor);
        return storeAvatar(parts, actor, now, onlyFile(files, 'You must upload exactly one avatar.').path);
      },
      async (context, _params, avatar_key) => {
        await checkAvatarChange(context.tx, context.actor);
        const { realm, user_id } = context.actor;
        return { avatar_url: await setAvatar(context, realm.realm_id, user_id, avatar_key) };
      },
    ),
    write(deleteAvatar, async (context) => {
      await checkAvatarChange(context.tx, context.actor);
      const { realm, user_id } = context.actor;
      return { avatar_url: await setAvatar(context, realm.realm_id, user_id, null) };
    }),
  ];
}

/** Drawn for each request: it takes a millisecond, and clients and proxies cache it. [AV7] */
export const generatedPictures: RawRoute = {
  methods: ['GET', 'HEAD'],
  path: '/generated_avatars/*',
  access: 'public',
  async handle({ request, tail }) {
    const picture = drawGenerated(tail);
    if (!picture) throw NotFound('There is no such picture');
    const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' };
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(picture), { headers });
  },
};

/** `/avatar/{id or address}`, with `/medium` for the larger one: redirects to the picture. [AV6] */
export const avatarRedirects: RawRoute[] = [
  {
    methods: ['GET', 'HEAD'],
    path: '/avatar/*',
    access: 'user',
    scope: 'read',
    async handle({ db, actor, tail }) {
      const [, who, medium] = tail.match(/^([^/]+?)(\/medium)?$/) ?? [];
      if (!who) throw NotFound('There is no such picture');
      const user = /^\d{1,15}$/.test(who)
        ? await getVisibleUser(db, actor!, Number(who) as UserId).catch(() => null)
        : await getUserByAddress(db, actor!, who).catch(() => null);
      if (!user) throw Refused('person_unknown');
      const location = pictureUrl(user, medium ? 'medium' : undefined);
      return new Response(null, { status: 302, headers: { location, 'cache-control': 'private, max-age=60' } });
    },
  },
];
