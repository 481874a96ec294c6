// Receives the body of a request: its parameters, and its files to disk.
import type { Actor, LimitKey } from '../../access/actor.ts';
import { withoutTimeLimit } from '../connections/slow-bodies.ts';
import type { DispatchServices, RequestOrigin } from '../handling.ts';
import type { Route } from '../route.ts';
import { expectedBytes, type RawParameters, readParameters, readQuery } from './raw-parameters.ts';
import { carriesFiles, type ReceivedFile, receiveFiles } from './received-files.ts';

const MIB = 1024 * 1024;
const BODY_LIMIT = MIB;
/** Smaller bodies arrive at once. */
const COUNTED_FROM_BYTES = 64 * 1024;

const NO_FILES: readonly ReceivedFile[] = [];

interface Received {
  readonly raw: RawParameters;
  readonly files: readonly ReceivedFile[];
  /** Declares that no bytes of the request are left on disk; null if there were none. */
  readonly end: (() => void) | null;
}

export async function discardFiles({ incoming }: DispatchServices, files: readonly ReceivedFile[]): Promise<void> {
  await Promise.all(files.map(({ path }) => incoming.discard(path)));
}

/** Reads the parameters of a request without files; a large body counts for the caller until it is there. [HT801] */
async function receiveText(
  { arriving }: DispatchServices,
  request: Request,
  limit: number,
  limit_key: LimitKey,
): Promise<RawParameters> {
  const size = expectedBytes(request, limit);
  if (size < COUNTED_FROM_BYTES) return readParameters(request, limit);
  return arriving.during(limit_key, size, () => readParameters(request, limit));
}

/** Reads the parameters of a request, and its files to disk. */
export async function receiveParameters(
  services: DispatchServices,
  { endpoint }: Route,
  { request, peers, limit_key }: RequestOrigin,
  actor: Actor | null,
): Promise<Received> {
  const { files_limit_mib } = endpoint;
  if (files_limit_mib === undefined || !carriesFiles(request))
    return {
      raw: await receiveText(services, request, endpoint.body_limit ?? BODY_LIMIT, limit_key),
      files: NO_FILES,
      end: null,
    };
  const parameters = readQuery(request);
  const files: ReceivedFile[] = [];
  const options = { incoming: services.incoming, limit_mib: files_limit_mib };
  const end = actor ? await services.running_uploads.begin(actor, expectedBytes(request, files_limit_mib * MIB)) : null;
  try {
    const receive = () => receiveFiles(request, { parameters, files }, options);
    const receiveInTurn = () => (actor ? services.running_uploads.receive(actor, request, receive) : receive());
    await withoutTimeLimit(request, peers, receiveInTurn);
    return { raw: parameters, files, end };
  } catch (error) {
    await discardFiles(services, files);
    end?.();
    throw error;
  }
}
