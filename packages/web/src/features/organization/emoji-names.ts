// Suggests the name of an emoji from its file name. Pure.

/** Only characters allowed in emoji names; empty if none are left. */
export function nameFromFile(file_name: string): string {
  return file_name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^0-9a-z_-]+/g, '_')
    .replace(/^[_-]+|[_-]+$/g, '');
}
