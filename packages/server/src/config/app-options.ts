// Converts the settings of `stoa serve` to the options of the app.
import type { AppOptions } from '../app.ts';
import { mailSettings } from '../delivery/mail/mail-settings.ts';
import type { CallSettings } from '../features/calls/call-settings.ts';
import type { DirectorySettings } from '../features/directory/directory-settings.ts';
import type { ServerSettings } from './config.ts';
import { directorySettings } from './directory-settings.ts';
import { bucketOfFiles } from './file-settings.ts';
import { ConfigError } from './setting.ts';
import { signOnSettings } from './sign-on-config.ts';
import { tlsOptions } from './tls-options.ts';

/** The settings that each service needs are known to be there: they were read. */
export function appOptions(settings: ServerSettings): AppOptions {
  const { data, dev, rate_limits, account_rate_limits: accounts, jwt_key, push_bouncer_url } = settings;
  return {
    data,
    dev,
    database: settings.database ?? null,
    secret: settings.secret ?? null,
    new_secret: settings.new_secret,
    host: settings.host,
    port: settings.port,
    shares_port: settings.workers > 1,
    tls: tlsOptions(settings),
    trusted_proxies: settings.trusted_proxies,
    metrics: { token: settings.metrics_token ?? null, address: settings.metrics_listen ?? null },
    traces:
      settings.otlp_endpoint === undefined
        ? null
        : { endpoint: settings.otlp_endpoint, sampled_percent: settings.otlp_sampled_percent },
    log_requests: settings.log_requests,
    drain_ms: settings.drain_secs * 1000,
    checking: dev ? 'every' : 'some',
    incoming_mail: settings.incoming_mail
      ? { ...settings.incoming_mail, domain: settings.incoming_mail_domain ?? null }
      : null,
    mail: mailSettings({ ...settings, dev_directory: dev ? data : null }),
    invitation_validity_minutes: settings.invitation_link_validity_minutes,
    invitations_per_day: settings.invitations_per_day,
    rate_limits: rate_limits && (accounts && accounts.size > 0 ? { ...rate_limits, accounts } : rate_limits),
    caps: settings.limits,
    files: bucketOfFiles(settings),
    outbound_allow: settings.outbound_allow,
    no_link_previews: settings.no_link_previews,
    audit_log_days: settings.audit_log_days,
    no_mcp: settings.no_mcp,
    web_push_allow: settings.web_push_allow,
    push:
      push_bouncer_url === undefined
        ? null
        : { url: push_bouncer_url, org_id: settings.push_bouncer_org_id!, org_key: settings.push_bouncer_org_key! },
    jwt: jwt_key === undefined ? null : { key: jwt_key, issuer: settings.jwt_issuer ?? null },
    sign_on: signOnSettings(settings),
    ldap: passwordDirectory(settings),
    calls: callSettings(settings),
  };
}

function passwordDirectory(settings: ServerSettings): DirectorySettings | null {
  const directory = directorySettings(settings);
  for (const only of ['oidc_only', 'saml_only'] as const)
    if (directory !== null && settings[only])
      throw new ConfigError(`${only} leaves no use for ldap_url: with it, no passwords count`);
  return directory;
}

function callSettings(settings: ServerSettings): CallSettings {
  const { big_blue_button_url, nextcloud_url, zoom_client_id } = settings;
  return {
    jitsi_server_url: settings.jitsi_server_url,
    big_blue_button:
      big_blue_button_url === undefined
        ? null
        : { url: `${big_blue_button_url}/`, secret: settings.big_blue_button_secret! },
    nextcloud:
      nextcloud_url === undefined
        ? null
        : { url: nextcloud_url, username: settings.nextcloud_username!, password: settings.nextcloud_password! },
    zoom:
      zoom_client_id === undefined
        ? null
        : {
            url: settings.zoom_url,
            api_url: settings.zoom_api_url,
            client_id: zoom_client_id,
            client_secret: settings.zoom_client_secret!,
            account_id: settings.zoom_account_id ?? null,
          },
  };
}
