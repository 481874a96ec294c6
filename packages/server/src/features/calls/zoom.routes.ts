// Zoom: creating calls, and connecting an account by a redirect to Zoom and back.
import { randomBytes } from 'node:crypto';
import { ApiError, BadRequest, createZoomCall, InvalidZoomToken, Refused, type UserId } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Store } from '../../kit/database/connection.ts';
import { htmlPage } from '../../kit/http/pages/html-page.ts';
import { readQuery } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { respondSuccess } from '../../kit/http/responses/respond.ts';
import { action, type Route } from '../../kit/http/route.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import { dropZoomToken, keepZoomToken } from './zoom.actions.ts';
import { findZoomToken } from './zoom.queries.ts';
import type { ZoomStates } from './zoom.rules.ts';
import type { Zoom, ZoomToken } from './zoom.ts';
import { nonceOf, zoomCookie } from './zoom-cookies.ts';

const COMPLETE_PATH = '/calls/zoom/complete';
const STATE_SECONDS = 600;
/** A token that expires within this time is renewed first. */
const MARGIN_MS = 60_000;

export interface ZoomServices {
  readonly store: Pick<Store, 'snapshot'>;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly states: ZoomStates;
  /** Null if the operator configured no app. */
  readonly zoom: Zoom | null;
}

const purposeOf = (user_id: UserId) => `zoom:${user_id}`;

const refused = () => InvalidZoomToken('Invalid Zoom access token');

interface Usable {
  readonly access_token: string;
  readonly sealed: string;
}

/**
 * People's tokens. Renewing a token voids the previous one, so each account's token is read and renewed by one caller at a
 * time.
 */
class PersonalTokens {
  private readonly looking = new Map<UserId, Promise<Usable>>();

  constructor(
    private readonly parts: ZoomServices,
    private readonly zoom: Zoom,
  ) {}

  async save({ realm, user_id }: Pick<Actor, 'realm' | 'user_id'>, token: ZoomToken): Promise<string> {
    const sealed = this.parts.vault.seal(JSON.stringify(token), purposeOf(user_id));
    await this.parts.writer.write(realm.realm_id, (context) => keepZoomToken(context, user_id, sealed));
    return sealed;
  }

  /** Runs `use` with a valid token, and forgets a token that Zoom refuses. */
  async use(actor: Actor, use: (access_token: string) => Promise<string>): Promise<string> {
    const { access_token, sealed } = await this.find(actor);
    try {
      return await use(access_token);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_ZOOM_TOKEN') await this.drop(actor, sealed);
      throw error;
    }
  }

  private find(actor: Actor): Promise<Usable> {
    const running = this.looking.get(actor.user_id);
    if (running) return running;
    const found = this.look(actor).finally(() => this.looking.delete(actor.user_id));
    this.looking.set(actor.user_id, found);
    return found;
  }

  private async look(actor: Actor): Promise<Usable> {
    const sealed = await this.parts.store.snapshot((db) => findZoomToken(db, actor.user_id));
    if (sealed === null) throw refused();
    const token = this.open(actor, sealed);
    const now = this.parts.clock.now();
    if (token && token.expires_at > now + MARGIN_MS) return { access_token: token.access_token, sealed };
    const { refresh_token = null } = token ?? {};
    const next = refresh_token && (await this.zoom.exchange({ grant_type: 'refresh_token', refresh_token }, now));
    if (next) return { access_token: next.access_token, sealed: await this.save(actor, next) };
    await this.drop(actor, sealed);
    throw refused();
  }

  private drop({ realm, user_id }: Actor, sealed: string): Promise<void> {
    return this.parts.writer.write(realm.realm_id, (context) => dropZoomToken(context, user_id, sealed));
  }

  /** Null if it was sealed with a former secret. */
  private open({ user_id }: Actor, sealed: string): ZoomToken | null {
    try {
      return JSON.parse(this.parts.vault.open(sealed, purposeOf(user_id))) as ZoomToken;
    } catch {
      return null;
    }
  }
}

/** [VC6] [VC8] */
export function zoomRoutes(parts: ZoomServices): { routes: Route[]; raw: RawRoute[] } {
  const { zoom, states, clock } = parts;
  const tokens = zoom && new PersonalTokens(parts, zoom);
  const personal = zoom?.access.account_id === null ? zoom : null;
  const redirect_uri = ({ url }: Realm) => `${url}${COMPLETE_PATH}`;

  const register = async ({ actor, realm, request }: RawContext): Promise<Response> => {
    if (!personal) throw Refused('zoom_off');
    const nonce = randomBytes(16).toString('hex');
    const expires_at = clock.now() + STATE_SECONDS * 1000;
    const { user_id } = actor!;
    const state = states.write({ user_id, realm_id: realm.realm_id, nonce, expires_at });
    const url = personal.authorizationUrl(redirect_uri(realm), state);
    const is_page = !new URL(request.url).pathname.startsWith('/api/');
    const response = is_page
      ? new Response(null, { status: 302, headers: { location: url } })
      : respondSuccess({ url }, []);
    response.headers.set('set-cookie', zoomCookie(nonce, STATE_SECONDS, realm.url.startsWith('https:')));
    response.headers.set('cache-control', 'no-store');
    return response;
  };

  const complete = async ({ actor, realm, request }: RawContext): Promise<Response> => {
    if (!personal || !tokens) throw Refused('zoom_off');
    const query = readQuery(request);
    const now = clock.now();
    const state = states.read(query.get('state') ?? '', realm.realm_id, now);
    // A foreign response would connect this browser's user to a stranger's Zoom account, or a stranger to theirs.
    const is_own =
      state && (actor?.user_id === state.user_id || nonceOf(request.headers.get('cookie')) === state.nonce);
    if (!state || !is_own) throw BadRequest('Invalid Zoom session identifier');
    const code = query.get('code') ?? '';
    const token = await personal.exchange(
      { grant_type: 'authorization_code', code, redirect_uri: redirect_uri(realm) },
      now,
    );
    if (!token) throw BadRequest('Invalid Zoom credentials');
    await tokens.save({ realm, user_id: state.user_id }, token);
    return htmlPage(realm.name, { title: 'Connected to Zoom', paragraphs: ['You can close this window.'] });
  };

  return {
    routes: [
      action(createZoomCall, async ({ actor }, { is_video_call }) => {
        if (!zoom || !tokens) throw Refused('zoom_off');
        const url = personal
          ? await tokens.use(actor, (access_token) => zoom.createForPerson(access_token, is_video_call))
          : await zoom.createForAccount(actor.email, is_video_call);
        return { url };
      }),
    ],
    raw: [
      { methods: ['GET'], path: '/calls/zoom/register', access: 'user', scope: 'key', handle: register },
      { methods: ['GET'], path: '/api/v1/calls/zoom/register', access: 'user', scope: 'key', handle: register },
      { methods: ['GET'], path: COMPLETE_PATH, access: 'spectator', scope: 'key', handle: complete },
      // Zoom reports revoked consents here. Their tokens are forgotten when Zoom next refuses them.
      {
        methods: ['POST'],
        path: '/calls/zoom/deauthorize',
        access: 'public',
        handle: async () => respondSuccess({}, []),
      },
    ],
  };
}
