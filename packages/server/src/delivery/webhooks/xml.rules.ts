// Reads XML as values like those of JSON. Pure.
import { BadRequest } from '@stoa/contract';
import type { Parser } from 'htmlparser2';
import { DEPTH_MAX } from '../../kit/json/json-values.ts';

/** Loaded with the first payload: hardly any service posts XML. */
const parserClass = (): typeof Parser => require('htmlparser2').Parser;

const tooMany = () => BadRequest('The payload has too many values');

interface Element {
  readonly name: string;
  text: string;
  /** The elements inside, keyed by name, as some repeat. */
  readonly inside: Map<string, unknown[]>;
}

/** An element without others is its text; one with others is an object, in which those that repeat are lists. */
function asValue({ text, inside }: Element): unknown {
  if (inside.size === 0) return text.trim();
  return Object.fromEntries(Array.from(inside, ([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

/** Counts without parsing: each element has one or two. */
function hasMore(xml: string, sign: string, most: number): boolean {
  let count = 0;
  for (let at = xml.indexOf(sign); at !== -1; at = xml.indexOf(sign, at + 1)) if (++count > most) return true;
  return false;
}

/**
 * The root element as the only key of an object. Attributes and the text between elements are left out. Throws if there is
 * no element, if there are more than `values` elements, attributes or references to characters, or if an element contains
 * elements of more than `keys` names.
 */
export function readXml(xml: string, most: { readonly values: number; readonly keys: number }): unknown {
  if (hasMore(xml, '<', 2 * most.values) || hasMore(xml, '&', most.values)) throw tooMany();
  const document: Element = { name: '', text: '', inside: new Map() };
  const open = [document];
  let attributes = 0;
  const parser = new (parserClass())(
    {
      onopentag(name) {
        // A closing tag is looked up among the open elements.
        if (open.length > DEPTH_MAX) throw BadRequest('The payload is nested too deeply');
        open.push({ name, text: '', inside: new Map() });
      },
      onattribute() {
        if (++attributes > most.values) throw tooMany();
      },
      ontext(text) {
        open.at(-1)!.text += text;
      },
      onclosetag() {
        const element = open.pop()!;
        const { inside } = open.at(-1)!;
        const values = inside.get(element.name) ?? [];
        values.push(asValue(element));
        inside.set(element.name, values);
        if (inside.size > most.keys) throw BadRequest('The payload has an object with too many keys');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  if (document.inside.size === 0) throw BadRequest('Malformed XML');
  return asValue(document);
}
