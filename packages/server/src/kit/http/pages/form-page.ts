// Serves a page with a form: shows it, accepts it, and answers programs that ask for JSON in the API's form. Refuses forms from
// other sites: there are no cookies, but nobody should be made to join something unknowingly. [PG6] [PG7]
import type { LanguageCode } from '@stoa/contract';
import { ApiError, Refused } from '@stoa/contract';
import type { Realm } from '../../access/actor.ts';
import { TooMany } from '../../limits/rate-limits.ts';
import { languageOf } from '../../text/language-tags.ts';
import { clientAddress, type Peers } from '../callers/client-address.ts';
import { takeForAddress } from '../callers/request-counting.ts';
import { clientName } from '../callers/user-agent.ts';
import type { DispatchServices, Serve } from '../handling.ts';
import { traceOf } from '../observers/request-trace.ts';
import { type RawParameters, readParameters } from '../parameters/raw-parameters.ts';
import { methodNotAllowed, refuse } from '../responses/refuse.ts';
import { apiErrorOf, respondSuccess } from '../responses/respond.ts';
import { htmlPage, type View } from './html-page.ts';

const BODY_LIMIT = 16 * 1024;

export interface FormContext {
  readonly realm: Realm;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The key at the end of the path, if it is one. */
  readonly key: string | null;
  /** The name of the program that calls, from its User-Agent. */
  readonly client: string;
  /** The first language that the browser wants and accounts may have. */
  readonly language: LanguageCode | undefined;
}

/** The outcome of a form: for people, and for programs. */
export interface Outcome {
  readonly view: View;
  readonly result: Readonly<Record<string, unknown>>;
}

export interface FormPage {
  /** Without a trailing slash; the page also answers with one. A final `:key` is passed to the handlers. */
  readonly path: `/${string}`;
  /** Throws an {@link ApiError} if there is nothing to fill in. */
  show(context: FormContext): Promise<View>;
  submit(context: FormContext, field: (name: string) => string): Promise<Outcome>;
  /** The form causes no mail and no account, so it is not rate-limited: mail services send many from one address. */
  readonly is_harmless?: boolean;
  /** The web client has its own page for this; browsers that run scripts get that instead. */
  readonly is_in_client?: boolean;
}

const asksForJson = ({ headers }: Request) => {
  const accept = headers.get('accept') ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
};

/** Browsers without scripts return with `?plain`. [PG8] */
function isForClient({ is_in_client = false }: FormPage, { method, headers, url }: Request): boolean {
  if (!is_in_client || (method !== 'GET' && method !== 'HEAD')) return false;
  return (headers.get('accept') ?? '').includes('text/html') && !URL.parse(url)?.searchParams.has('plain');
}

/** True if a form was sent from this server's pages, or by a program, which sends no origin. */
function comesFromHere({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  // A proxy may terminate TLS, so the scheme is not compared.
  return origin === null || URL.parse(origin)?.host === headers.get('host')?.toLowerCase();
}

function keyOf(request: Request): string | null {
  const last = URL.parse(request.url)?.pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
  return /^[0-9a-f]{40}$/.test(last) ? last : null;
}

/** The form with the submitted values, except passwords. */
function fillIn(view: View, sent: RawParameters): View {
  const { form } = view;
  if (!form) return view;
  const fields = form.fields.map((field) => {
    const value = sent.get(field.name);
    return value === undefined || field.readonly || field.type === 'password' ? field : { ...field, value };
  });
  return { ...view, form: { ...form, fields } };
}

/** `client` returns the page that loads the web client. */
export function formPages(
  services: DispatchServices,
  pages: readonly FormPage[],
  client: (request: Request) => Response | Promise<Response>,
): [string, Serve][] {
  return pages.flatMap((page): [string, Serve][] => {
    const handle = (request: Request, peers: Peers) =>
      isForClient(page, request) ? client(request) : serve(services, page, request, peers);
    return [
      [page.path, handle],
      [`${page.path}/`, handle],
    ];
  });
}

/** Limits forms by sender and by the account they name, because they can cause mail or an account. [RL5] */
function takeForForm(
  { limits, trusted_proxies }: DispatchServices,
  realm: Realm,
  sent: RawParameters,
  sender: Sender,
): void {
  if (!limits) return;
  limits.mail?.take(clientAddress(sender.request, sender.peers, trusted_proxies));
  const email = sent.get('email')?.trim().toLowerCase();
  if (email) limits.email?.take(`${realm.realm_id} ${email}`);
}

interface Sender {
  readonly request: Request;
  readonly peers: Peers;
}

async function serve(services: DispatchServices, page: FormPage, request: Request, peers: Peers): Promise<Response> {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return methodNotAllowed(services, ['GET', 'HEAD', 'POST']);
  const json = asksForJson(request);
  let realm: Realm | null = null;
  let shown: View | null = null;
  let sent: RawParameters = new Map();
  try {
    takeForAddress(services, request, peers);
    realm = await services.gate.findRealm(services.store.db, request.headers.get('host') ?? '');
    const context: FormContext = {
      realm,
      now: services.clock.now(),
      key: keyOf(request),
      client: clientName(request.headers.get('user-agent')),
      language: languageOf(request.headers.get('accept-language')),
    };
    shown = await page.show(context);
    if (method === 'POST') {
      if (!comesFromHere(request)) throw Refused('form_cross_site');
      sent = await readParameters(request, BODY_LIMIT);
      if (!page.is_harmless) takeForForm(services, realm, sent, { request, peers });
      const { view, result } = await page.submit(context, (name) => sent.get(name) ?? '');
      return json ? respondSuccess(result, []) : htmlPage(realm.name, view);
    }
    const response = json ? respondSuccess(shown.facts ?? {}, []) : htmlPage(realm.name, shown);
    return method === 'HEAD' ? new Response(null, { status: response.status, headers: response.headers }) : response;
  } catch (error) {
    if (json) return refuse(services, error as ApiError, request);
    if (!(error instanceof ApiError)) services.report(error, traceOf(request));
    const api_error = error instanceof ApiError ? error : null;
    const { status, fields } = apiErrorOf(error);
    const message = api_error?.message ?? 'The server failed. Please try again later.';
    // An error is shown above the form.
    const response =
      api_error && shown
        ? htmlPage(realm!.name, { ...fillIn(shown, sent), status, error: message })
        : htmlPage(realm?.name ?? null, { status, title: 'This does not work', paragraphs: [message] });
    if (api_error instanceof TooMany) response.headers.set('retry-after', String(api_error.retry_after));
    else if (typeof fields['retry-after'] === 'number') response.headers.set('retry-after', `${fields['retry-after']}`);
    return response;
  }
}
