// What an emoji could be called, by the name of its file. Pure.

/** In the letters that names of emoji have; empty where nothing of the file's name is left. */
export function nameFromFile(file_name: string): string {
  return file_name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^0-9a-z_-]+/g, '_')
    .replace(/^[_-]+|[_-]+$/g, '');
}
