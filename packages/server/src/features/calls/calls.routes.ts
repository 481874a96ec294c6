// The routes of all configured call services.
import type { RawRoute } from '../../kit/http/raw-route.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Outbound } from '../../kit/outbound/outbound.ts';
import { bigBlueButtonPages, bigBlueButtonRoutes } from './bigbluebutton.routes.ts';
import { meetingTokens } from './bigbluebutton.rules.ts';
import type { CallSettings } from './call-settings.ts';
import { nextcloudRoutes } from './nextcloud.routes.ts';
import { type ZoomServices, zoomRoutes } from './zoom.routes.ts';
import { ZoomStates } from './zoom.rules.ts';
import { Zoom } from './zoom.ts';

type CallServices = Omit<ZoomServices, 'states' | 'zoom'> & {
  readonly outbound: Outbound;
  /** Signs URLs that lead back to this server. */
  readonly key: string;
};

export function callRoutes(settings: CallSettings, parts: CallServices): { routes: Route[]; raw: RawRoute[] } {
  const { outbound, key } = parts;
  const tokens = meetingTokens(key);
  const { routes, raw } = zoomRoutes({
    ...parts,
    states: new ZoomStates(key),
    zoom: settings.zoom && new Zoom(outbound, settings.zoom),
  });
  return {
    routes: [
      ...routes,
      ...bigBlueButtonRoutes(settings.big_blue_button, tokens),
      ...nextcloudRoutes(settings.nextcloud, outbound),
    ],
    raw: [...raw, ...bigBlueButtonPages(settings.big_blue_button, tokens, outbound)],
  };
}
