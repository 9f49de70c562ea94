import { spawnSync } from 'node:child_process'

/** $(REPO_URI) and so on: apt-get(8), `indextargets`. */
const FORMAT = '$(ORIGIN) $(COMPONENT) $(REPO_URI) $(RELEASE)'

/** The lines of sources.list(5) for Debian in what `apt-get indextargets` lists; other repositories are left out. */
export const sourcesOf = (targets: string, components: readonly string[]): readonly string[] => [
  ...new Set(
    targets.split('\n').flatMap((line) => {
      const [origin, component, uri, release] = line.split(' ')
      return origin === 'Debian' && component === 'main' ? [`deb ${uri} ${release} ${components.join(' ')}`] : []
    }),
  ),
]

/** Debian as apt finds it on this machine. Throws if there is none. */
export function debianSources(components: readonly string[]): readonly string[] {
  const argv = ['indextargets', 'Created-By: Packages', '--format', FORMAT]
  const { stdout, error } = spawnSync('apt-get', argv, { encoding: 'utf8' })
  const sources = error ? [] : sourcesOf(stdout, components)
  if (sources.length === 0) throw new Error('apt has no lists of Debian: run "apt-get update" first, or name --mirror')
  return sources
}
