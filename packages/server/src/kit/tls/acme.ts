// Orders certificates by ACME (RFC 8555). Only http-01: the runtime can't choose a certificate by the protocol that tls-alpn-01
// negotiates. Loaded only where the server gets its certificates itself.
import acme from 'acme-client';
import type { Certificate } from './certificate.ts';
import type { CertificateFiles } from './certificate-files.ts';
import type { AcmeOptions } from './tls-options.ts';

const REQUEST_MS = 30_000;
/** Waiting for the authority: ten looks, 1 to 10 seconds apart, at each of two steps. */
const WAITING = { backoffAttempts: 10, backoffMin: 1000, backoffMax: 10_000 };

type Adapter = Extract<typeof acme.axios.defaults.adapter, (...args: never[]) => unknown>;

/**
 * Requests of the library by `fetch`, which knows signals and roots of its own. Errors carry no `config`: with one, the library
 * tries again by itself and then fails with an error of its own making.
 */
function fetchAdapter(ca: string | null, signal: AbortSignal): Adapter {
  return async (config) => {
    const url = config.url!;
    const init = {
      method: config.method?.toUpperCase(),
      headers: { ...config.headers.toJSON() } as Record<string, string>,
      ...(config.data === undefined ? {} : { body: config.data as string }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
      ...(ca === null ? {} : { tls: { ca } }),
    };
    let answer: Response;
    let data: string;
    try {
      answer = await fetch(url, init);
      data = await answer.text();
    } catch (error) {
      throw new Error(`${new URL(url).host}: ${(error as Error).message}`, { cause: error });
    }
    const { status, statusText, headers } = answer;
    return { data, status, statusText, headers: Object.fromEntries(headers), config, request: null };
  };
}

/** Dependencies of an order besides the settings. */
export interface OrderParts {
  readonly files: CertificateFiles;
  /** Responses to the authority's challenges on port 80, by token. */
  readonly challenges: Map<string, string>;
}

export async function orderCertificate(
  { hosts, directory, email, ca }: AcmeOptions,
  { files, challenges }: OrderParts,
  signal: AbortSignal,
): Promise<Certificate> {
  acme.axios.defaults.adapter = fetchAdapter(ca, signal);
  const accountKey = await files.accountKey(async () => String(await acme.crypto.createPrivateEcdsaKey()));
  const client = new acme.Client({ directoryUrl: directory, accountKey, ...WAITING });
  const [key, csr] = await acme.crypto.createCsr(
    { commonName: '', altNames: [...hosts] },
    await acme.crypto.createPrivateEcdsaKey(),
  );
  const chain = await client.auto({
    csr,
    ...(email === null ? {} : { email }),
    // The operator has: without --acme-agree-tos nothing is ordered. [TL1]
    termsOfServiceAgreed: true,
    // The library would ask at our own public address, which many routers don't lead back.
    skipChallengeVerification: true,
    challengePriority: ['http-01'],
    challengeCreateFn: async (_authorization, { type, token }, answer) => {
      if (type !== 'http-01') throw new Error(`the authority offers no http-01 challenge, only ${type}`);
      challenges.set(token, answer);
    },
    challengeRemoveFn: async (_authorization, { token }) => void challenges.delete(token),
  });
  return { key: String(key), chain, is_temporary: false };
}
