// Reads HTTP/1.1 responses of one keep-alive connection with minimal work. Accepts exactly what the server can answer to our
// requests (Content-Length, chunked, no body); anything else is an error.

export interface Reply {
  status: number;
  /** The whole body; chunked bodies arrive joined. */
  body: Buffer;
  /** Bytes on the wire, head included. */
  wireBytes: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const EMPTY = Buffer.alloc(0);

export class ResponseParser {
  private pending: Buffer = EMPTY;
  private parts: Buffer[] = [];
  private partBytes = 0;
  /** Total bytes needed before it is worth looking again (0: unknown). */
  private needed = 0;
  /** A chunked body whose first chunks have arrived. */
  private chunked: { readonly status: number; readonly parts: Buffer[]; wire_bytes: number } | undefined;

  /**
   * Takes received bytes; returns a reply once it is complete. One request is in flight at a time, so bytes past it are an
   * error.
   */
  push(chunk: Buffer): Reply | undefined {
    if (this.partBytes > 0) {
      this.parts.push(chunk);
      this.partBytes += chunk.length;
      if (this.partBytes < this.needed) return undefined;
      this.pending = Buffer.concat(this.parts, this.partBytes);
      this.parts = [];
      this.partBytes = 0;
    } else {
      this.pending = chunk;
    }
    const reply = this.parse(this.pending);
    if (reply === undefined) {
      this.parts = [this.pending];
      this.partBytes = this.pending.length;
    } else {
      this.needed = 0;
    }
    this.pending = EMPTY;
    return reply;
  }

  private parse(bytes: Buffer): Reply | undefined {
    if (this.chunked) return this.parseChunked(this.chunked, bytes, 0);
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd < 0) return undefined;
    const status = (bytes[9]! - 48) * 100 + (bytes[10]! - 48) * 10 + (bytes[11]! - 48);
    if (!(status >= 200 && status <= 599))
      throw new Error(`not a final status line: ${bytes.toString('latin1', 0, 40)}`);
    const head = bytes.toString('latin1', 0, headEnd).toLowerCase();
    const bodyStart = headEnd + 4;
    const lengthAt = head.indexOf('\r\ncontent-length:');
    if (lengthAt >= 0) {
      const total = bodyStart + Number.parseInt(head.slice(lengthAt + 17), 10);
      if (bytes.length < total) {
        this.needed = total;
        return undefined;
      }
      return this.complete(status, bytes, bytes.subarray(bodyStart, total), total);
    }
    if (head.includes('\r\ntransfer-encoding: chunked'))
      return this.parseChunked({ status, parts: [], wire_bytes: 0 }, bytes, bodyStart);
    if (status === 204 || status === 304) return this.complete(status, bytes, EMPTY, bodyStart);
    throw new Error(`a response without a length cannot be kept alive: ${head}`);
  }

  private parseChunked(body: NonNullable<ResponseParser['chunked']>, bytes: Buffer, start: number): Reply | undefined {
    let at = start;
    for (;;) {
      const lineEnd = bytes.indexOf(LINE_END, at);
      if (lineEnd < 0) break;
      const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
      if (Number.isNaN(size)) throw new Error('malformed chunk size');
      const end = lineEnd + 2 + size + 2;
      this.needed = end - at;
      if (bytes.length < end) break;
      if (size === 0) {
        this.chunked = undefined;
        const { wireBytes, ...reply } = this.complete(body.status, bytes, Buffer.concat(body.parts), end);
        return { ...reply, wireBytes: body.wire_bytes + wireBytes };
      }
      body.parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
      at = end;
      this.needed = 0;
    }
    body.wire_bytes += at;
    this.chunked = body;
    this.pending = bytes.subarray(at);
    return undefined;
  }

  private complete(status: number, bytes: Buffer, body: Buffer, total: number): Reply {
    if (bytes.length !== total) throw new Error(`${bytes.length - total} bytes after the end of a response`);
    return { status, body, wireBytes: total };
  }
}
