// The files of deploy/compose and deploy/helm: what they name is there, and nothing in them weakens the container.
import { describe, expect, it } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverSettings } from './config.ts';
import { readSettings, type Sources } from './read.ts';
import { infoOf, mayBeFile, variableOf } from './setting.ts';

const DEPLOY = fileURLToPath(new URL('../../../../deploy', import.meta.url));
const CHART = join(DEPLOY, 'helm/stoa');
const VARIABLES = new Set(
  Object.entries(serverSettings).flatMap(([key, schema]) =>
    mayBeFile(infoOf(schema)) ? [variableOf(key), `${variableOf(key)}_FILE`] : [variableOf(key)],
  ),
);
const { version } = JSON.parse(readFileSync(join(DEPLOY, '../package.json'), 'utf8')) as { version: string };
const parse = <T>(path: string) => Bun.YAML.parse(readFileSync(path, 'utf8')) as T;
const settingsOf = (sources: Partial<Sources>) =>
  readSettings(serverSettings, { flags: {}, environment: {}, in_file: serverSettings, ...sources });
const unknownOf = (names: readonly string[]) => names.filter((name) => !VARIABLES.has(name));

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly [key: string]: unknown;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, unknown>>;
}

describe.each(['embedded.yml', 'postgres.yml'])('deploy/compose/%s', (name) => {
  const path = join(DEPLOY, 'compose', name);
  const { services, volumes, networks = {} } = parse<Compose>(path);
  const stoa = services.stoa!;

  it('[IN5] sets only settings that exist, and no secret', () => {
    expect(unknownOf(Object.keys(stoa.environment!))).toEqual([]);
    for (const [key, schema] of Object.entries(serverSettings)) {
      if (!infoOf(schema).secret || key === 's3_access_key_id') continue;
      const value = stoa.environment![variableOf(key)];
      if (value !== undefined) expect([key, value]).toEqual([key, expect.stringMatching(/^\$\{/)]);
    }
    expect(readFileSync(path, 'utf8')).not.toMatch(/_PASSWORD: (?!\$\{)|_SECRET_KEY: (?!\$\{)/);
  });

  it('runs the image of this version without rights, on a read-only root, with a health check', () => {
    expect(stoa.image).toBe(`stoa:\${STOA_VERSION:-${version}}`);
    expect(stoa).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp:exec,mode=1777'],
      healthcheck: { test: ['CMD', '/stoa', 'status', '--once'] },
    });
    expect(stoa.volumes).toEqual(['data:/data']);
  });

  it('names volumes, networks, files and services that are there', () => {
    const mounts = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((mount) => mount.split(':')[0]!),
    );
    const files = mounts.filter((mount) => mount.startsWith('.'));
    for (const file of files) expect([file, existsSync(join(DEPLOY, 'compose', file))]).toEqual([file, true]);
    expect(mounts.filter((mount) => !mount.startsWith('.')).toSorted()).toEqual(Object.keys(volumes).toSorted());
    const joined = Object.values(services).flatMap(({ networks: of = [] }) =>
      Array.isArray(of) ? of : Object.keys(of),
    );
    expect([...new Set(joined as string[])].toSorted()).toEqual(Object.keys(networks).toSorted());
    for (const { depends_on = {} } of Object.values(services))
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(services)).toContain(other);
        if (condition === 'service_healthy')
          expect([other, services[other]!.healthcheck]).toEqual([other, expect.anything()]);
      }
  });

  it('publishes ports 80 and 443 only, where somebody listens', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published.map((port) => port.split(':')[0]).toSorted()).toEqual(['443', '80']);
    const { STOA_TLS: tls, STOA_HTTP_PORT: http_port, STOA_TRUSTED_PROXIES: proxies } = stoa.environment!;
    if (tls) expect(stoa.ports).toEqual([`80:${http_port}`, '443:8100']);
    else expect(services.caddy!.networks).toMatchObject({ front: { ipv4_address: proxies } });
  });
});

describe('deploy/compose/incoming-mail.yml', () => {
  it('[IN7] adds only settings of mail, and publishes port 25 where the server listens', async () => {
    const { services } = parse<Compose>(join(DEPLOY, 'compose/incoming-mail.yml'));
    expect(Object.keys(services)).toEqual(['stoa']);
    const { environment = {}, ports, ...others } = services.stoa!;
    expect(environment.STOA_INCOMING_MAIL_DOMAIN).toStartWith('${STOA_INCOMING_MAIL_DOMAIN:?');
    const { incoming_mail, incoming_mail_domain } = await settingsOf({
      environment: { ...environment, STOA_INCOMING_MAIL_DOMAIN: 'post.chat.example.com' },
    });
    expect(incoming_mail_domain).toBe('post.chat.example.com');
    expect(incoming_mail).toMatchObject({ protocol: 'smtp', host: '0.0.0.0' });
    expect(ports).toEqual([`25:${incoming_mail!.port}`]);
    expect(Object.keys(others)).toEqual([]);
  });
});

it('[IN3] the configuration file of the Debian package sets nothing, and its examples are settings', async () => {
  const text = readFileSync(join(DEPLOY, 'debian/stoa.toml'), 'utf8');
  expect(Bun.TOML.parse(text)).toEqual({});
  const directory = mkdtempSync(join(tmpdir(), 'stoa-deploy-'));
  const config = join(directory, 'stoa.toml');
  writeFileSync(config, text.replaceAll(/^# (?=\w+ = )/gm, ''));
  const settings = await settingsOf({ flags: { config } }).finally(() => rmSync(directory, { recursive: true }));
  expect(settings.trusted_proxies).toHaveLength(1);
  expect(settings.incoming_mail).toEqual({ protocol: 'lmtp', host: '127.0.0.1', port: 8125 });
  expect(settings.incoming_mail_domain).toBe('post.chat.example.com');
});

describe('[IN6] the Helm chart', () => {
  const values = readFileSync(join(CHART, 'values.yaml'), 'utf8');

  it('has the version of the program, and names settings that exist', () => {
    expect(parse<object>(join(CHART, 'Chart.yaml'))).toMatchObject({ version, appVersion: version });
    const set = readFileSync(join(CHART, 'templates/statefulset.yaml'), 'utf8').matchAll(/name: (STOA_[A-Z_]+)$/gm);
    const secrets = values.matchAll(/^ {2}# (\w+): \{ name:/gm);
    const names = [...[...set].map(([, name]) => name!), ...[...secrets].map(([, key]) => variableOf(key!))];
    expect(names.length).toBeGreaterThan(8);
    expect(unknownOf(names.filter((name) => name !== 'STOA_'))).toEqual([]);
  });

  const has_helm = spawnSync('helm', ['version', '--short']).status === 0;
  const SEVERAL = [
    ['replicas=3', 'secrets.database.name=stoa', 'secrets.database.key=database', 'secrets.secret.name=stoa'],
    ['secrets.secret.key=secret', 'settings.s3_endpoint=https://s3.example.com', 'settings.s3_bucket=stoa'],
    ['ingress.enabled=true', 'serviceMonitor.enabled=true'],
  ].flat();
  interface Resource {
    readonly kind: string;
    readonly metadata: { readonly name: string };
    readonly spec: never;
  }
  const resources = (set: readonly string[]): Resource[] => {
    const words = ['template', 'test', CHART, '--kube-version', '1.31.0', ...set.flatMap((value) => ['--set', value])];
    const { status, stdout, stderr } = spawnSync('helm', words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    const parts = stdout.split(/^---$/m).filter((part) => /^kind:/m.test(part));
    return parts.map((part) => Bun.YAML.parse(part) as Resource);
  };
  const render = (set: readonly string[]) => new Map(resources(set).map((each) => [each.kind, each]));

  it.skipIf(!has_helm)('renders one replica with a volume, several without', () => {
    expect(spawnSync('helm', ['lint', '--strict', CHART]).status).toBe(0);
    const rendered = render([]);
    expect([...rendered.keys()].toSorted()).toEqual(['Service', 'StatefulSet']);
    expect(rendered.get('StatefulSet')!.spec).toMatchObject({
      replicas: 1,
      volumeClaimTemplates: [{ metadata: { name: 'data' } }],
      template: {
        spec: {
          securityContext: { runAsNonRoot: true, runAsUser: 10_001 },
          containers: [
            {
              image: `stoa:${version}`,
              livenessProbe: { httpGet: { path: '/live' } },
              readinessProbe: { httpGet: { path: '/ready' } },
              securityContext: {
                readOnlyRootFilesystem: true,
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
              },
            },
          ],
        },
      },
    });
    const several = render(SEVERAL);
    expect([...several.keys()].toSorted()).toEqual([
      'Ingress',
      'PodDisruptionBudget',
      'Service',
      'ServiceMonitor',
      'StatefulSet',
    ]);
    expect(several.get('StatefulSet')!.spec).not.toHaveProperty('volumeClaimTemplates');
    expect(several.get('StatefulSet')!.spec).toMatchObject({
      template: {
        spec: {
          containers: [
            {
              env: expect.arrayContaining([
                { name: 'STOA_DATABASE', valueFrom: { secretKeyRef: { name: 'stoa', key: 'database' } } },
                { name: 'STOA_S3_BUCKET', value: 'stoa' },
              ]),
            },
          ],
        },
      },
    });
  });

  const MAIL = ['incomingMail.enabled=true', 'incomingMail.domain=post.chat.example.com'];

  it.skipIf(!has_helm)('[IN7] receives mail by a Service of its own', () => {
    const rendered = resources([...MAIL, 'incomingMail.service.annotations.owner=chat', 'replicas=1']);
    const mail = rendered.find(({ kind, metadata }) => kind === 'Service' && metadata.name.endsWith('-mail'));
    expect(mail).toMatchObject({
      metadata: { annotations: { owner: 'chat' } },
      spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [{ port: 25, targetPort: 'mail' }] },
    });
    expect(rendered.find(({ kind }) => kind === 'StatefulSet')!.spec).toMatchObject({
      template: {
        spec: {
          containers: [
            {
              env: expect.arrayContaining([
                { name: 'STOA_INCOMING_MAIL', value: '0.0.0.0:2525' },
                { name: 'STOA_INCOMING_MAIL_DOMAIN', value: 'post.chat.example.com' },
              ]),
              ports: expect.arrayContaining([{ name: 'mail', containerPort: 2525 }]),
            },
          ],
        },
      },
    });
    const inside = resources([...MAIL, 'incomingMail.service.type=ClusterIP']);
    expect(inside.find(({ metadata }) => metadata.name.endsWith('-mail'))!.spec).not.toHaveProperty(
      'externalTrafficPolicy',
    );
    expect(() => render(MAIL.slice(0, 1))).toThrow('Mail into channels needs a domain');
    expect(() => render([...MAIL, 'settings.incoming_mail=0.0.0.0:25'])).toThrow('Mail into channels is set twice');
  });

  it.skipIf(!has_helm)('refuses several replicas without PostgreSQL, the secret or a bucket', () => {
    for (const [missing, sentence] of [
      ['secrets.database', 'Several replicas need PostgreSQL'],
      ['secrets.secret', 'Several replicas share the secret'],
      ['settings.s3', 'Several replicas need a bucket'],
    ] as const)
      expect(() => render(SEVERAL.filter((value) => !value.startsWith(missing)))).toThrow(sentence);
  });
});
