import { parseArgs } from 'node:util'
import { orStop, print, Stop } from '../conversation.ts'
import { PACKAGED, RELEASES } from '../places.ts'
import { draftOf, placeRelease } from '../steps.ts'
import type { System } from '../system.ts'
import { checkOf, demandNewer, demandReady, reported, TRIAL_OPTIONS, tryRelease, versionOf } from '../update/check.ts'
import { currentRelease } from '../update/trial.ts'

/**
 * `sallyport update --package`: starts the release of the Debian package on trial, as `sallyport update` does with one of a repository. dpkg
 * runs it when a newer version of the package is configured. Throws `Stop` with the reason; the last good release runs then.
 */
export async function updateFromPackage(system: System, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { package: { type: 'boolean' }, ...TRIAL_OPTIONS } })
  if (process.getuid?.() !== 0) throw new Stop('this needs root: sudo sallyport update')
  const check = checkOf(values)
  const described = system.entry(`${PACKAGED}/package.json`)
  if (described.kind !== 'file') throw new Stop('the Debian package sallyport is not installed')
  const { version } = JSON.parse(described.content) as { readonly version: string }
  demandReady(system)
  const current = versionOf(currentRelease(system))
  if (version === current) return print(`${current} is installed: it is the release of the Debian package.`)
  demandNewer(version, current, values.downgrade)
  print(`${current} is installed; the Debian package contains ${version}.`)

  const folder = `${RELEASES}/${version}`
  await reported(system, async (progress) => {
    progress.begin(version, current, 0)
    await orStop('not updated', () => copyRelease(system, folder))
    await tryRelease(system, folder, check, progress)
  })
}

/** Copies the release of the package. dpkg can then replace and remove the files of the package while the router runs. */
function copyRelease(system: System, folder: string): void {
  const draft = draftOf(system, folder)
  try {
    system.copyTree(PACKAGED, draft)
    placeRelease(system, draft, folder)
  } finally {
    system.remove(draft)
  }
}
