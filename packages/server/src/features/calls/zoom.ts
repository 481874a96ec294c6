// The client of Zoom's API: tokens of people or of the whole account, and meetings.
// https://developers.zoom.us/docs/integrations/oauth, https://developers.zoom.us/docs/api/meetings
import { InvalidZoomToken, Refused, UnknownZoomUser } from '@stoa/contract';
import { z } from 'zod';
import type { Outbound } from '../../kit/outbound/outbound.ts';
import { addressOf, jsonOf, requestService } from './call-service.ts';
import type { ZoomAccess } from './call-settings.ts';

/** Zoom's error code for an unknown user. */
const NO_SUCH_USER = 1001;
const TOKEN_MAX = 8192;

const text = z.string().min(1).max(TOKEN_MAX);
const Token = z.looseObject({ access_token: text, expires_in: z.number().positive().catch(3600) });
const PersonalToken = Token.extend({ refresh_token: text });
const Failure = z.looseObject({ code: z.number() });

export interface ZoomToken {
  readonly access_token: string;
  readonly refresh_token: string;
  /** In milliseconds since 1970. */
  readonly expires_at: number;
}

export class Zoom {
  constructor(
    private readonly outbound: Pick<Outbound, 'requestTrusted'>,
    readonly access: ZoomAccess,
  ) {}

  /** The page on which somebody allows this server to create calls for them. */
  authorizationUrl(redirect_uri: string, state: string): string {
    const { url, client_id } = this.access;
    return `${url}/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id, redirect_uri, state })}`;
  }

  /** Null if Zoom refuses: the code was used, or the consent was revoked. */
  async exchange(params: Record<string, string>, now: number): Promise<ZoomToken | null> {
    const answer = await this.token(params);
    if (answer.status >= 500) throw Refused('zoom_credentials');
    const read = PersonalToken.safeParse(jsonOf(answer));
    if (answer.status !== 200 || !read.success) return null;
    const { access_token, refresh_token, expires_in } = read.data;
    return { access_token, refresh_token, expires_at: now + expires_in * 1000 };
  }

  /** [VC6] */
  async createForAccount(email: string, is_video_call: boolean): Promise<string> {
    const account_id = this.access.account_id!;
    const answer = await this.token({ grant_type: 'account_credentials', account_id });
    const read = Token.safeParse(jsonOf(answer));
    if (answer.status !== 200 || !read.success) throw Refused('zoom_credentials');
    const created = await this.requestMeeting(
      `users/${encodeURIComponent(email)}/meetings`,
      read.data.access_token,
      is_video_call,
    );
    if (created === 'unknown') throw UnknownZoomUser('Unknown Zoom user email');
    if (created === 'refused') throw Refused('zoom_credentials');
    return created.url;
  }

  /** Throws {@link InvalidZoomToken} if the token is no longer valid. */
  async createForPerson(access_token: string, is_video_call: boolean): Promise<string> {
    const created = await this.requestMeeting('users/me/meetings', access_token, is_video_call);
    if (created === 'refused') throw InvalidZoomToken('Invalid Zoom access token');
    if (created === 'unknown') throw Refused('zoom_failed');
    return created.url;
  }

  private token(params: Record<string, string>) {
    const { url, client_id, client_secret } = this.access;
    const credentials = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    const headers = {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams(params).toString();
    return requestService(this.outbound, `${url}/oauth/token`, { method: 'POST', headers, body }, 'zoom_credentials');
  }

  private async requestMeeting(
    path: string,
    token: string,
    video: boolean,
  ): Promise<{ url: string } | 'refused' | 'unknown'> {
    const answer = await requestService(
      this.outbound,
      `${this.access.api_url}/v2/${path}`,
      {
        method: 'POST',
        // The token must not be able to begin another header.
        headers: { authorization: `Bearer ${token.replace(/[^\x21-\x7e]/g, '')}`, 'content-type': 'application/json' },
        body: JSON.stringify({ settings: { host_video: video, participant_video: video } }),
      },
      'zoom_failed',
    );
    if (answer.status === 401) return 'refused';
    const response = jsonOf(answer);
    const failure = Failure.safeParse(response);
    if (answer.status === 404 && failure.success && failure.data.code === NO_SUCH_USER) return 'unknown';
    const url = addressOf((response as { join_url?: unknown } | null)?.join_url);
    if (answer.status < 200 || answer.status > 299 || url === null) throw Refused('zoom_failed');
    return { url };
  }
}
