import { createHash } from 'node:crypto'
import { dirname, posix } from 'node:path'
import { z } from 'zod'
import { Invalid } from '../errors.ts'
import { NO_REQUESTS, Requests } from '../model/plugins/installed/requests.ts'
import { ALLOWED, type AllowedProject } from '../model/plugins/installed/superd.ts'
import { Start } from '../model/plugins/superd/contract.ts'
import { phrase } from '../phrases/phrase.ts'
import { readDocument, withVersion } from '../store/versions.ts'
import type { PluginDirectories } from './compose/project.ts'
import type { SuperdMachine } from './machine.ts'

/** What superd stores of a project. */
const Saved = Start.extend({
  /** It was started and not stopped. */
  Running: z.boolean(),
  /** Image IDs by service. Other images do not run before an update. */
  Images: z.record(z.string(), z.string()),
  /** The digests that a registry has given, by service. */
  Digests: z.record(z.string(), z.string()),
})
export type Saved = z.infer<typeof Saved>

/** Where a directory below `plugins/user` was cloned from. */
const Clone = z.object({
  ...{ URL: z.string(), Revision: z.string(), AllowPrivate: z.boolean() },
  /** Of its `plugin.json`: the file itself may be in a directory that the plugin writes. */
  Requests: Requests.default(NO_REQUESTS),
})
export type Clone = z.infer<typeof Clone>

const File = {
  schema: z.object({ Projects: z.record(z.string(), Saved), Clones: z.record(z.string(), Clone) }),
  migrations: [],
}

/** Names below `state/plugins` and `configs/plugins` that belong to the router. */
const RESERVED = ['superd', 'wireguard', 'dns', 'db', 'dyndns', 'lookup', 'mesh', 'pfw', 'ppp']
export const isPluginName = (name: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name) && !RESERVED.includes(name.toLowerCase())

/** The directory of clones, relative to the data directory. */
export const USER_PLUGINS = 'plugins/user'

export interface SuperdState {
  /** The entry of a compose file. Throws `Invalid` if it is not in the list. */
  allowed(composeFile: string): AllowedProject
  listed(): readonly AllowedProject[]
  /** What is stored of a project; undefined if it was never started. */
  project(composeFile: string): Saved | undefined
  projects(): Readonly<Record<string, Saved>>
  save(composeFile: string, saved: Saved): void
  forget(composeFile: string): void
  /** By directory, relative to the data directory. */
  clone(directory: string): Clone | undefined
  saveClone(directory: string, clone: Clone | undefined): void
}

/** Throws `DamagedFile` and `NewerVersion`: without the file, superd would not know which containers are its own. */
export function openSavedProjects(
  machine: Pick<SuperdMachine, 'readFile' | 'writeFile'>,
  directory: string,
): SuperdState {
  const path = `${directory}/projects.json`
  const text = machine.readFile(path)
  const file = text === undefined ? { Projects: {}, Clones: {} } : readDocument(text, File, path)
  const projects = new Map(Object.entries(file.Projects))
  const clones = new Map(Object.entries(file.Clones))
  const write = (): void => {
    const saved = withVersion(File, { Projects: Object.fromEntries(projects), Clones: Object.fromEntries(clones) })
    machine.writeFile(path, `${JSON.stringify(saved, null, 2)}\n`, 0o600)
  }
  const allowedFile = `${directory}/allowed.json`
  const listed = (): readonly AllowedProject[] => {
    const list = machine.readFile(allowedFile)
    return list === undefined ? [] : readDocument(list, ALLOWED, allowedFile).Projects
  }
  return {
    listed,
    allowed(composeFile) {
      const isRelative = composeFile !== '' && posix.normalize(composeFile) === composeFile
      const found = listed().find((entry) => entry.ComposeFile === composeFile)
      if (!found || !isRelative || /^(\/|\.\.(\/|$))/.test(composeFile))
        throw new Invalid(phrase('plugins.composeFileNotAllowed', composeFile), 'compose_file')
      return found
    },
    project: (composeFile) => projects.get(composeFile),
    projects: () => Object.fromEntries(projects),
    save(composeFile, saved) {
      projects.set(composeFile, saved)
      write()
    },
    forget(composeFile) {
      if (projects.delete(composeFile)) write()
    },
    clone: (name) => clones.get(name),
    saveClone(name, clone) {
      if (clone) clones.set(name, clone)
      else clones.delete(name)
      write()
    },
  }
}

/** The directory below `plugins/user` that a compose file is in; otherwise that of the file. Both relative to the data directory. */
export const cloneDirectory = (composeFile: string): string =>
  /^plugins\/user\/[^/]+(?=\/)/.exec(composeFile)?.[0] ?? dirname(composeFile)

/** The directories that belong to the plugin of a compose file. `name` may be empty. */
export function directoriesOf(data: string, composeFile: string, name: string): PluginDirectories {
  const project = posix.resolve(data, dirname(composeFile))
  const named = isPluginName(name) ? [`${data}/state/plugins/${name}`, `${data}/configs/plugins/${name}`] : []
  const files = `${data}/${cloneDirectory(composeFile)}`
  // A compose file directly in a directory of the router's own files has no separate directory.
  const isOwn = files.startsWith(`${data}/plugins/`) && files !== `${data}/${USER_PLUGINS}`
  return { data, project, own: [...(isOwn ? [files] : []), ...named] }
}

/** The name of a project in the engine. Two compose files never have the same. */
export function projectName(composeFile: string): string {
  const hash = createHash('sha256').update(composeFile).digest('hex').slice(0, 8)
  const name = posix
    .basename(dirname(composeFile))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 24)
  return `spr-${name}-${hash}`
}
