// The files of an archive that a server made.
import { unpackTar } from 'modern-tar';

export interface UnpackedArchive {
  /** Keyed by name. One character per byte, so that pictures can be searched too. */
  readonly files: Map<string, string>;
  /** All files, one after another. */
  readonly text: string;
}

export async function unpackArchive(response: Response): Promise<UnpackedArchive> {
  if (!response.ok) throw new Error(`there is no archive: ${response.status}`);
  const entries = await unpackTar(Bun.gunzipSync(await response.arrayBuffer()));
  const files = new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data!).toString('latin1')]));
  return { files, text: [...files.values()].join('\n') };
}
