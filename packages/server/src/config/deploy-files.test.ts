// The files of deploy/compose and deploy/helm: what they name is there, and nothing in them weakens the container.
import { describe, expect, it } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverSettings } from './config.ts';
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
  const render = (set: readonly string[]) => {
    const words = ['template', 'test', CHART, '--kube-version', '1.31.0', ...set.flatMap((value) => ['--set', value])];
    const { status, stdout, stderr } = spawnSync('helm', words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    const parts = stdout.split(/^---$/m).filter((part) => /^kind:/m.test(part));
    return new Map(
      parts.map((part) => Bun.YAML.parse(part) as { kind: string; spec: never }).map((each) => [each.kind, each]),
    );
  };

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

  it.skipIf(!has_helm)('refuses several replicas without PostgreSQL, the secret or a bucket', () => {
    for (const [missing, sentence] of [
      ['secrets.database', 'Several replicas need PostgreSQL'],
      ['secrets.secret', 'Several replicas share the secret'],
      ['settings.s3', 'Several replicas need a bucket'],
    ] as const)
      expect(() => render(SEVERAL.filter((value) => !value.startsWith(missing)))).toThrow(sentence);
  });
});
