import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findRouter, type RouterApi } from '../../bin/router.ts'
import { isNewer } from '../../router/model/machine/releases/version.ts'
import { print, Stop } from '../conversation.ts'
import { CURRENT, DATA, INSTALLATION, RELEASES, UNITS } from '../places.ts'
import { unpackRelease } from '../releases/archive.ts'
import { type OfferedRelease, openTrusted } from '../releases/trusted.ts'
import type { System } from '../system.ts'
import { type Health, lossesOf, openProbe, type Probe } from './probe.ts'
import { beginTrial, currentRelease, keepRelease, rollBack, trialOf } from './trial.ts'

/** Seconds that a release which has started may take until a device gets what it got before. */
const PATIENCE = '60'
const EVERY_MS = 1000

const router = (): Promise<RouterApi> => findRouter({ data: DATA }, {})

const versionOf = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1)

/**
 * `sallyport update`: downloads a release, checks its signatures, and starts it on trial. What worked for a device before must work with it;
 * otherwise the last good release is started again. Throws `Stop` with the reason; the last good release runs then.
 */
export async function update(system: System, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      channel: { type: 'string', default: 'main' },
      downgrade: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      seconds: { type: 'string', default: PATIENCE },
    },
  })
  if (process.getuid?.() !== 0) throw new Stop('this needs root: sudo sallyport update')
  if (!/^\d{1,3}$/.test(values.seconds)) throw new Stop('--seconds must be a number from 0 to 999')
  if (values.source === undefined)
    throw new Stop('name the repository of releases with --source: an https address or a directory')
  if (system.entry(`${UNITS}/sallyport-undo.timer`).kind !== 'absent')
    throw new Stop('the installation is not confirmed yet: sudo sallyport confirm')
  if (trialOf(system) !== undefined) throw new Stop('an update is being checked; "sallyport roll-back" ends it')
  const current = versionOf(currentRelease(system))
  const root = `${CURRENT}/trust/root.json`
  if (system.entry(root).kind === 'absent')
    throw new Stop('this release was installed from a checkout, without the keys of a repository')

  const trusted = await openTrusted({ folder: `${INSTALLATION}/trusted`, root, source: values.source }).catch(
    (error: Error) => {
      throw new Stop(`the list of releases is not used: ${error.message}`)
    },
  )
  const [wanted] = positionals
  const offered = trusted.list(values.channel)
  const release = wanted === undefined ? offered[0] : offered.find(({ version }) => version === wanted)
  if (release === undefined)
    throw new Stop(
      wanted === undefined
        ? `the channel ${values.channel} has no release for this processor`
        : `there is no release ${wanted}`,
    )
  if (release.version === current) return print(`${current} is installed: it is the newest release.`)
  if (!isNewer(release.version, current) && !values.downgrade)
    throw new Stop(`${release.version} is older than ${current}: its state may not be readable then; add --downgrade`)
  print(`${current} is installed; ${release.version} is available (${Math.ceil(release.length / 1e6)} MB).`)
  if (values.check) return

  const folder = `${RELEASES}/${release.version}`
  await fetchRelease(system, release, folder, trusted.download)
  await tryRelease(system, folder, Number(values.seconds) * 1000)
}

async function fetchRelease(
  system: System,
  release: OfferedRelease,
  folder: string,
  download: (release: OfferedRelease, to: string) => Promise<void>,
): Promise<void> {
  const archive = `${RELEASES}/.download`
  const draft = `${folder}.new`
  try {
    print('- download')
    await download(release, archive)
    print('- unpack')
    system.remove(draft)
    await unpackRelease(archive, draft)
    system.remove(folder)
    system.run(['mv', '--no-target-directory', draft, folder])
  } catch (error) {
    throw new Stop(`not updated: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    system.remove(archive)
    system.remove(draft)
  }
}

/** As `beginTrial`. Throws `Stop` if the state could not be saved; the last good release runs then. */
function begin(system: System, folder: string): string | undefined {
  try {
    return beginTrial(system, folder)
  } catch (error) {
    throw new Stop(`not updated: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Starts an unpacked release on trial, and keeps it or rolls it back. */
async function tryRelease(system: System, folder: string, patienceMs: number): Promise<void> {
  const probe = await openProbe(system, router)
  try {
    const before = probe.measure()
    print(`- before: ${wordsOf(before)}`)
    print(`- start ${versionOf(folder)} on trial`)
    const reason = begin(system, folder) ?? (await failureOf(folder, { probe, before, patienceMs }))
    if (reason === undefined) {
      keepRelease(system)
      print(`${versionOf(folder)} runs. A device gets what it got before.`)
      return
    }
    print(`- ${reason}: roll back`)
    rollBack(system)
    throw new Stop(`${versionOf(folder)} was rolled back: ${reason}`)
  } finally {
    await probe.close()
  }
}

const wordsOf = ({ lease, dns, internet }: Health): string =>
  `address ${lease ? 'yes' : 'no'}, DNS ${dns ? 'yes' : 'no'}, internet ${internet ? 'yes' : 'no'}`

/** Why a release has not passed within its time; undefined if it has. */
async function failureOf(
  folder: string,
  { probe, before, patienceMs }: { readonly probe: Probe; readonly before: Health; readonly patienceMs: number },
): Promise<string | undefined> {
  const until = performance.now() + patienceMs
  let reason = 'the API does not answer'
  do {
    const version = await router().then(
      (api) => api.call('GET', '/version'),
      () => undefined,
    )
    if (version === versionOf(folder)) {
      const losses = lossesOf(before, probe.measure())
      if (losses.length === 0) return undefined
      reason = losses.join(', ')
    }
    await pause(EVERY_MS)
  } while (performance.now() < until)
  return reason
}
