// Deliveries of services that watch other services.
import * as alerts from './monitoring/alerts.ts';
import { CANARYTOKEN } from './monitoring/canarytoken.ts';
import { CRASHLYTICS } from './monitoring/crashlytics.ts';
import { ERRBIT } from './monitoring/errbit.ts';
import { FRESHPING } from './monitoring/freshping.ts';
import { FRESHSTATUS } from './monitoring/freshstatus.ts';
import { GOSQUARED } from './monitoring/gosquared.ts';
import { HONEYBADGER } from './monitoring/honeybadger.ts';
import { INSPING } from './monitoring/insping.ts';
import { LIBRATO } from './monitoring/librato.ts';
import { NEWRELIC } from './monitoring/newrelic.ts';
import { OPSGENIE } from './monitoring/opsgenie.ts';
import { PAGERDUTY } from './monitoring/pagerduty.ts';
import { PAPERTRAIL } from './monitoring/papertrail.ts';
import { PINGDOM } from './monitoring/pingdom.ts';
import { RAYGUN } from './monitoring/raygun.ts';
import { ROLLBAR } from './monitoring/rollbar.ts';
import { SPLUNK } from './monitoring/splunk.ts';
import { STATUSPAGE } from './monitoring/statuspage.ts';
import { THINKST } from './monitoring/thinkst.ts';
import { UPDOWN } from './monitoring/updown.ts';
import { UPTIMEROBOT } from './monitoring/uptimerobot.ts';
import { ZABBIX } from './monitoring/zabbix.ts';
import { headed, plain, type Sample } from './sample.ts';

export const MONITORING: readonly Sample[] = [
  ...plain('alertmanager', { group: alerts.ALERTMANAGER }),
  ...plain('canarytoken', CANARYTOKEN),
  ...plain('crashlytics', CRASHLYTICS),
  ...plain('errbit', ERRBIT),
  ...plain('freshping', FRESHPING),
  ...plain('freshstatus', FRESHSTATUS),
  ...plain('gosquared', GOSQUARED),
  ...plain('grafana', {
    group: alerts.GRAFANA,
    firing: alerts.GRAFANA_FIRING,
    legacy: alerts.GRAFANA_LEGACY,
    ok: alerts.GRAFANA_OK,
  }),
  ...plain('honeybadger', HONEYBADGER),
  ...plain('insping', INSPING),
  ...plain('librato', LIBRATO),
  ...plain('newrelic', NEWRELIC),
  ...plain('opsgenie', OPSGENIE),
  ...plain('pagerduty', PAGERDUTY),
  ...plain('papertrail', PAPERTRAIL),
  ...plain('pingdom', PINGDOM),
  ...plain('raygun', RAYGUN),
  ...plain('rollbar', ROLLBAR),
  ...headed('sentry', 'sentry-hook-resource', alerts.SENTRY, (kind) => kind.split(' ')[0]!),
  ...plain('sentry', { ...alerts.SENTRY_UNNAMED, plugin: alerts.SENTRY_PLUGIN }),
  ...plain('splunk', SPLUNK),
  ...plain('statuspage', STATUSPAGE),
  ...plain('thinkst', THINKST),
  ...plain('updown', UPDOWN),
  ...plain('uptimerobot', UPTIMEROBOT),
  ...plain('zabbix', ZABBIX),
];
