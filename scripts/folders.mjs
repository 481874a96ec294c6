// Import circles between folders, which checks of modules do not find: slices that need each other are one slice. Includes type
// imports, excludes tests. A slice is a folder with everything in it.
const src = /^packages\/(server|contract)\/src\/(?:(.*)\/)?[^/]+$/;
const test = /\.test\.tsx?$/;

function folderOf(file) {
  const inside = src.exec(file);
  if (!inside || test.test(file)) return null;
  const [, name, path = '.'] = inside;
  return `${name}/${path.split('/').slice(0, 2).join('/')}`;
}

/** One line for each import that closes a circle. */
export function folderCircles(modules) {
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    if (from === null) continue;
    const to = imports.get(from) ?? imports.set(from, new Map()).get(from);
    for (const { resolved } of dependencies) {
      const folder = folderOf(resolved);
      if (folder !== null && folder !== from) to.set(folder, `${source} -> ${resolved}`);
    }
  }
  const found = [];
  for (const [from, to] of imports)
    for (const [folder, example] of to) {
      const path = pathBetween(imports, folder, from);
      if (path) found.push(`folders in a circle (${[from, ...path].join(' > ')}): ${example}`);
    }
  return found;
}

/** The shortest import path from one folder to another; null if there is none. */
function pathBetween(imports, from, to) {
  const paths = [[from]];
  const seen = new Set([from]);
  for (const path of paths) {
    if (path.at(-1) === to) return path;
    for (const next of imports.get(path.at(-1))?.keys() ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        paths.push([...path, next]);
      }
  }
  return null;
}
