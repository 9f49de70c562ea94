import { basename, dirname } from 'node:path'
import { Invalid, phraseOf } from '../errors.ts'
import { difference, NO_REQUESTS, requestsNothing } from '../model/plugins/installed/requests.ts'
import type { Updated } from '../model/plugins/installed/superd.ts'
import { phrase } from '../phrases/phrase.ts'
import type { Project } from './compose/project.ts'
import { unconfirmed } from './compose/rights.ts'
import { requestsIn } from './describe.ts'
import { becomesHealthy } from './health.ts'
import type { SuperdMachine } from './machine.ts'
import type { CloneSource, GitServerAddresses, ProjectsDeps } from './projects.ts'
import { startServices } from './startup.ts'
import { type Clone, cloneDirectory, projectName, type Saved, USER_PLUGINS } from './state.ts'

interface Deps extends ProjectsDeps {
  read(composeFile: string, name: string, directory?: string): Project
  confirmed(composeFile: string): Project
  prepare(composeFile: string, project: Project, saved: Saved): Promise<void>
  fetchImages(
    composeFile: string,
    project: Project,
    saved: Saved,
    services: readonly string[],
  ): Promise<Pick<Saved, 'Images' | 'Digests'>>
  resolved(composeFile: string, project: Project, saved: Saved): string
}

const NEVER_STARTED: Saved = { Running: false, Images: {}, Digests: {} }

/**
 * Installs the newest revision and the newest images of a plugin, if it requests no right that is not confirmed, and its
 * `plugin.json` nothing that the owner has not reviewed. If the new version does not become healthy, the one before runs again.
 * A plugin that was stopped is started to find that out, and stopped again.
 */
export async function update(
  deps: Deps,
  composeFile: string,
  addresses: GitServerAddresses,
  reviewed?: string,
): Promise<Updated> {
  const { machine, data, host, runner, state, read, confirmed, prepare, fetchImages, resolved } = deps
  const { engine } = host
  const start = { clock: machine.clock, engine, runner }
  const { Name, Rights: confirmedRights } = state.allowed(composeFile)
  const project = projectName(composeFile)
  const directory = cloneDirectory(composeFile)
  const before = state.project(composeFile) ?? NEVER_STARTED
  const source = state.clone(directory)
  const { place, fresh, old } = placesOf(data, directory)
  machine.removeDirectory(fresh)
  const Revision = source && (await deps.clone(await cloneSource(source, addresses), fresh))
  const isNew = Revision !== undefined && Revision !== source?.Revision

  const putBack = (): void => {
    if (!isNew) return
    machine.removeDirectory(place)
    machine.tree.rename(old, place)
  }
  const removeContainers = async (): Promise<void> => {
    for (const { Id } of await engine.containersOf(project)) await engine.removeContainer(Id)
  }
  const removeImages = async (images: Saved['Images'], kept: Saved['Images']): Promise<void> => {
    for (const image of Object.values(images))
      if (!Object.values(kept).includes(image)) await engine.removeImage(image).catch(() => undefined)
  }
  try {
    const { rights } = read(composeFile, Name, isNew ? fresh : undefined)
    const Before = source?.Requests ?? NO_REQUESTS
    const Requests = isNew ? requestsIn(machine, fresh) : Before
    const unchanged = { Updated: false, Revision: Revision ?? '', Requests, Before, Rights: rights }
    const isReviewed = reviewed === Revision || requestsNothing(difference(Requests, Before))
    if (unconfirmed(rights, confirmedRights).length > 0 || !isReviewed) return unchanged
    if (isNew) swap(machine, { place, fresh, old })
    let next = before
    try {
      const current = confirmed(composeFile)
      await prepare(composeFile, current, before)
      next = { ...before, ...(await fetchImages(composeFile, current, before, [...current.services.keys()])) }
      if (!isNew && sameImages(next.Images, before.Images)) return unchanged
      await startServices(start, { name: project, project: current, file: resolved(composeFile, current, next) })
      if (!(await becomesHealthy(machine.clock, engine, project))) throw new Invalid(phrase('plugins.updateUnhealthy'))
    } catch (error) {
      const reason = phraseOf(error)
      const Reason = String(reason)
      deps.note(`the update of ${composeFile} is undone: ${Reason}`)
      putBack()
      await removeContainers()
      const wasInstalled = Object.keys(before.Images).length > 0
      if (before.Running) {
        const former = confirmed(composeFile)
        await prepare(composeFile, former, before)
        await startServices(start, { name: project, project: former, file: resolved(composeFile, former, before) })
      }
      await removeImages(next.Images, before.Images)
      if (!wasInstalled) throw error
      return { ...unchanged, RolledBack: true, Reason, Coded: reason.toJSON() }
    }
    if (source && isNew) state.saveClone(directory, { ...source, Revision, Requests })
    state.save(composeFile, next)
    machine.removeDirectory(old)
    if (!before.Running) await removeContainers()
    await removeImages(before.Images, next.Images)
    return { ...unchanged, Updated: true }
  } finally {
    machine.removeDirectory(fresh)
  }
}

/** Where the files of a version are: in place, downloaded but not in place yet, and replaced by an update that has not ended. */
function placesOf(data: string, directory: string) {
  const beside = (end: string): string => `${data}/${dirname(directory)}/.${basename(directory)}${end}`
  return { place: `${data}/${directory}`, fresh: beside('.new'), old: beside('.old') }
}

const cloneSource = async ({ URL: url, AllowPrivate }: Clone, addresses: GitServerAddresses): Promise<CloneSource> => ({
  url,
  addresses: await addresses(url),
  allowPrivate: AllowPrivate,
})

interface Places {
  readonly place: string
  readonly fresh: string
  readonly old: string
}

function swap(machine: Pick<SuperdMachine, 'removeDirectory' | 'tree'>, { place, fresh, old }: Places): void {
  machine.removeDirectory(old)
  machine.tree.rename(place, old)
  machine.tree.rename(fresh, place)
}

/** Undoes updates during which superd has ended: the files of the version before are put back. */
export function undoInterrupted(
  machine: Pick<SuperdMachine, 'listDirectories' | 'removeDirectory' | 'tree'>,
  data: string,
): void {
  for (const name of machine.listDirectories(`${data}/${USER_PLUGINS}`)) {
    const plugin = /^\.(.+)\.old$/.exec(name)?.[1]
    if (plugin === undefined) continue
    const { place, old } = placesOf(data, `${USER_PLUGINS}/${plugin}`)
    machine.removeDirectory(place)
    machine.tree.rename(old, place)
  }
}

const sameImages = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([name, id]) => other[name] === id)
