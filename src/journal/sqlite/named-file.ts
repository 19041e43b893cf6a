/** Whether a path is a file, or lies in a folder, that a person names: as a whole path, or from the root of the space. */

export function fileNamer(wanted: string): (path: string, roots: readonly string[]) => boolean {
  const asked = tidy(wanted);
  const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  return (path, roots) => {
    const stored = tidy(path);
    if (isWithin(stored, asked)) return true;
    if (isAbsolute(asked) === isAbsolute(stored)) return false;
    return roots
      .map(tidy)
      .some((root) =>
        isAbsolute(asked) ? isWithin(`${root}/${stored}`, asked) : isWithin(stored, `${root}/${asked}`),
      );
  };
}

function tidy(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '');
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}
