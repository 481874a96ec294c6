// Which XML is parsed at all: libraries build trees of it, and search them again and again. Pure.

/** The limit for a response: somebody in a thousand groups has less. */
export const RESPONSE_BYTES_MAX = 96 * 1024;
/** The limit for metadata: a provider with ten certificates has a tenth of it. */
export const METADATA_BYTES_MAX = 512 * 1024;
/** Responses of providers have some twelve levels. */
const LEVELS_MAX = 40;
const ELEMENTS_MAX = 2000;
/** Canonical XML looks for each prefix in all that were declared around it. */
const DECLARATIONS_MAX = 500;

/**
 * Null for XML that may be parsed; or what is wrong. Without `<!` there is no document type, thus no entity, and neither a comment nor a
 * section within a text, where parsers disagree about its end: providers write none. [SO52]
 */
export function objectionTo(xml: string, bytes_max: number): string | null {
  if (Buffer.byteLength(xml) > bytes_max) return 'it is too long';
  if (xml.includes('<!')) return 'it has a document type, a comment or a section';
  if (
    xml
      .trimStart()
      .replace(/^<\?xml\s[^<>?]*\?>/, '')
      .includes('<?')
  )
    return 'it has a processing instruction';
  if ((xml.match(/xmlns/g)?.length ?? 0) > DECLARATIONS_MAX) return 'it declares too many namespaces';
  return objectionToTags(xml);
}

/** No quote and no tag contains `<`, so that each part of the text is read once. */
const TAG = /<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;

function objectionToTags(xml: string): string | null {
  let [begins, elements, level] = [0, 0, 0];
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at + 1)) begins += 1;
  if (begins > 2 * ELEMENTS_MAX) return 'it has too many elements';
  for (const [tag] of xml.matchAll(TAG)) {
    begins -= 1;
    if (tag.startsWith('<?')) continue;
    if (tag.startsWith('</')) level -= 1;
    else {
      elements += 1;
      if (!tag.endsWith('/>')) level += 1;
    }
    if (level > LEVELS_MAX) return 'it has too many levels';
    if (elements > ELEMENTS_MAX) return 'it has too many elements';
  }
  return begins === 0 ? null : 'it has a broken tag';
}

/** An end that is missing leaves the beginning, which is refused. */
export const withoutComments = (xml: string): string =>
  xml
    .split('<!--')
    .map((part, at) => {
      const end = part.indexOf('-->');
      if (at === 0) return part;
      return end === -1 ? `<!--${part}` : part.slice(end + 3);
    })
    .join('');
