// Posts real payloads of services to the webhooks of a real server, and reports which were accepted. Knows no formats.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { BOT_TYPE } from '@stoa/contract';
import { startServer } from '../start-server.ts';

export interface SampleOutcome {
  readonly service: string;
  readonly file: string;
  /** `sent` and `silent` were accepted; `unsupported` is an event kind without a message. */
  readonly outcome: 'sent' | 'silent' | 'unsupported' | 'unserved' | 'failed';
  readonly detail: string;
}

/** The event header for a sample, from its file name: `issue_hook__closed.json`. */
const HEADERS: Readonly<Record<string, (event: string) => Record<string, string>>> = {
  bitbucket2: (event) => ({ 'x-event-key': event.includes(':') ? event : event.replace('_', ':') }),
  gitea: (event) => ({ 'x-gitea-event': event }),
  github: (event) => ({ 'x-github-event': event }),
  gitlab: (event) => ({ 'x-gitlab-event': gitlabEvent(event) }),
  gogs: (event) => ({ 'x-gogs-event': event }),
  groove: (event) => ({ 'x-groove-event': event }),
  netlify: (event) => ({ 'x-netlify-event': event }),
  patreon: (event) => ({ 'x-patreon-event': event.replaceAll('_', ':') }),
};

function gitlabEvent(event: string): string {
  if (event.startsWith('build')) return 'Job Hook';
  if (event === 'repository_update') return 'System Hook';
  return event
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.txt': 'application/x-www-form-urlencoded',
  '.xml': 'application/xml',
};
/** A multipart form declares the boundary with which it begins. */
function contentTypeOf(extension: string, body: Buffer): string {
  if (extension !== '.multipart') return CONTENT_TYPES[extension] ?? 'application/octet-stream';
  const [boundary = ''] = /^--\S+/.exec(body.toString('latin1')) ?? [];
  return `multipart/form-data; boundary=${boundary.slice(2)}`;
}

/** A sample that no service sends: refusing it is correct. */
const MEANT_WRONG = /anomalous|bad[_.]|incorrect|invalid|malformed|missing/;
const TOPIC_MAX = 60;

/** Folders are services, files are payloads. */
export async function tryWebhookSamples(directory: string): Promise<SampleOutcome[]> {
  const server = await startServer();
  const outcomes: SampleOutcome[] = [];
  try {
    const { dara } = await server.cast();
    await dara.subscribe({ subscriptions: [{ name: 'samples' }], principals: [dara.user_id] });
    const bot_type = BOT_TYPE.incoming_webhook;
    const { api_key } = await dara.createBot({ full_name: 'Samples', short_name: 'samples', bot_type });
    const newest = async () => {
      const newest = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const;
      return (await dara.getMessages(newest)).messages.at(-1);
    };
    const post = async (service: string, file: string): Promise<SampleOutcome> => {
      const before = (await newest())?.id ?? 0;
      const extension = extname(file);
      const event = basename(file, extension).split('__')[0]!;
      const url = `${server.url}/api/v1/external/${service}?${new URLSearchParams({ api_key, stream: 'samples' })}`;
      const body = readFileSync(join(directory, service, file));
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': contentTypeOf(extension, body),
          ...(Object.hasOwn(HEADERS, service) ? HEADERS[service]!(event) : {}),
        },
        body,
      });
      const { code = '', msg = '' } = (await response.json()) as { code?: string; msg?: string };
      const outcomeOf = (outcome: SampleOutcome['outcome'], detail: string) => ({ service, file, outcome, detail });
      if (response.status === 404) return outcomeOf('unserved', '');
      if (code === 'UNSUPPORTED_WEBHOOK_EVENT_TYPE') return outcomeOf('unsupported', msg);
      if (response.status !== 200) {
        const is_right = response.status < 500 && MEANT_WRONG.test(file);
        return outcomeOf(is_right ? 'unsupported' : 'failed', `${response.status} ${code}: ${msg}`);
      }
      const message = await newest();
      if (!message || message.id === before) return outcomeOf('silent', '');
      const { subject, content, flags } = message;
      const wrong =
        [...subject].length > TOPIC_MAX || content.trim() === '' || flags.some((flag) => flag.includes('mentioned'));
      return outcomeOf(wrong ? 'failed' : 'sent', `${subject}\n${content}`);
    };
    for (const service of readdirSync(directory).sort()) {
      if (!statSync(join(directory, service)).isDirectory()) continue;
      for (const file of readdirSync(join(directory, service)).sort()) outcomes.push(await post(service, file));
    }
  } finally {
    await server.stop();
  }
  return outcomes;
}
