// A large result that many callers get within a moment: encoded and compressed once for all of them. [HT48]
import { RawResult } from '../route.ts';

export class SharedResult extends RawResult {
  private readonly bodies = new Map<string | null, Promise<Blob>>();

  /** The body in a coding (null: as it is), made for the first who asks. A blob is sent to all of them without copies. */
  body(coding: string | null, make: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Blob> {
    let body = this.bodies.get(coding);
    if (!body) {
      body = make().then((bytes) => new Blob([bytes]));
      this.bodies.set(coding, body);
    }
    return body;
  }
}
