/** The names of Debian for the processors that a release exists for, by those of Node. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The architecture of Debian for a processor, as Node names it. Throws if there is no package for it. */
export function architectureOf(arch: string): string {
  const found = ARCHITECTURES[arch]
  if (found === undefined) throw new Error(`there is no Debian package for the processor ${arch}`)
  return found
}

/**
 * The version of a package for one of a release. A pre-release such as 1.0.0-dev.1 becomes 1.0.0~dev.1: dpkg sorts what follows a tilde
 * before the version without it (deb-version(7)).
 */
export const debianVersion = (version: string): string => version.replace('-', '~').replaceAll('-', '.')
