// Which messages of a directory the library may read. It trusts the lengths that they declare: one that leads out of its message is read for
// ever, in a loop that nothing ends. Pure. https://www.rfc-editor.org/rfc/rfc4511#section-4, and 5.1 for their encoding

/** The limit for one response: the library takes up to a microsecond and a hundred bytes of memory for each. */
const ELEMENTS_MAX = 50_000;
/** The longest tag and length. */
const HEAD_BYTES = 6;

const INTEGER = 0x02;
const TEXT = 0x04;
const ENUMERATION = 0x0a;
const BOOLEAN = 0x01;
const SEQUENCE = 0x30;
const SET = 0x31;
const ENTRY = 0x64;
const REFERENCE = 0x73;
const CONTROLS = 0xa0;
/** Responses to binding, searching and encrypting. */
const RESULTS = new Set([0x61, 0x65, 0x78]);
/** Tags that may follow in them: referrals, credentials, the name of an extension, its value. */
const MORE = new Set([0xa3, 0x87, 0x8a, 0x8b]);

interface Element {
  readonly tag: number;
  /** Where its content begins and ends. */
  readonly start: number;
  readonly end: number;
}

export class BadMessage extends Error {
  override readonly name = 'BadMessage';
}

const bad = (): never => {
  throw new BadMessage('the answer is no message of LDAP');
};

/** The element at an offset; null if its head is not there yet. */
function elementAt(bytes: Buffer, at: number): Element | null {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return null;
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first };
  const size = first & 0x7f;
  if (size < 1 || size > 4) return bad();
  const start = at + 2 + size;
  return start > bytes.length ? null : { tag, start, end: start + bytes.readUIntBE(at + 2, size) };
}

/** Where the message that the bytes begin with ends; null if that is not known yet. */
export function messageEnd(bytes: Buffer): number | null {
  const message = elementAt(bytes, 0);
  if (message === null) return bytes.length < HEAD_BYTES ? null : bad();
  return message.tag === SEQUENCE ? message.end : bad();
}

/** Checks the messages of one response. [LD801] */
export class MessageChecks {
  private elements = 0;

  /** Throws unless the bytes are one whole message of a kind that a directory sends to us. */
  check(bytes: Buffer): void {
    const [message] = this.within(bytes, 0, bytes.length);
    const [id, operation, controls, ...more] = this.inside(bytes, message!);
    if (id?.tag !== INTEGER || operation === undefined || more.length > 0) bad();
    else if (operation.tag === ENTRY) this.checkEntry(bytes, operation);
    else if (operation.tag === REFERENCE) this.checkAll(bytes, operation, TEXT);
    else this.checkResult(bytes, operation);
    if (controls !== undefined) this.checkControls(bytes, controls);
  }

  private checkEntry(bytes: Buffer, operation: Element): void {
    const [name, attributes, ...more] = this.inside(bytes, operation);
    if (name?.tag !== TEXT || attributes?.tag !== SEQUENCE || more.length > 0) bad();
    for (const attribute of this.checkAll(bytes, attributes!, SEQUENCE)) {
      const [type, values, ...others] = this.inside(bytes, attribute);
      if (type?.tag !== TEXT || values?.tag !== SET || others.length > 0) bad();
      this.checkAll(bytes, values!, TEXT);
    }
  }

  private checkResult(bytes: Buffer, operation: Element): void {
    const [code, name, text, ...more] = this.inside(bytes, operation);
    const is_result = code?.tag === ENUMERATION && name?.tag === TEXT && text?.tag === TEXT;
    if (!RESULTS.has(operation.tag) || !is_result || !more.every(({ tag }) => MORE.has(tag))) bad();
  }

  private checkControls(bytes: Buffer, controls: Element): void {
    if (controls.tag !== CONTROLS) bad();
    for (const control of this.checkAll(bytes, controls, SEQUENCE)) {
      const [type, ...more] = this.inside(bytes, control).map(({ tag }) => tag);
      const known = [[], [BOOLEAN], [TEXT], [BOOLEAN, TEXT]];
      if (type !== TEXT || !known.some((tags) => tags.join() === more.join())) bad();
    }
  }

  private checkAll(bytes: Buffer, outer: Element, tag: number): readonly Element[] {
    const all = this.inside(bytes, outer);
    return all.every((each) => each.tag === tag) ? all : bad();
  }

  private inside(bytes: Buffer, { start, end }: Element): readonly Element[] {
    return this.within(bytes, start, end);
  }

  /** The elements that fill a part of the bytes to its end. */
  private within(bytes: Buffer, start: number, end: number): readonly Element[] {
    const all: Element[] = [];
    for (let at = start; at < end; ) {
      const element = elementAt(bytes, at);
      if (element === null || element.end > end) return bad();
      this.elements += 1;
      if (this.elements > ELEMENTS_MAX) throw new BadMessage(`the answer has more than ${ELEMENTS_MAX} elements`);
      all.push(element);
      at = element.end;
    }
    return all;
  }
}
