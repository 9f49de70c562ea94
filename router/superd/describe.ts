import { basename, posix } from 'node:path'
import { Invalid } from '../errors.ts'
import { NO_REQUESTS, parseDescription, type Requests, requestsOf } from '../model/plugins/installed/requests.ts'
import { phrase } from '../phrases/phrase.ts'
import type { SuperdMachine } from './machine.ts'

/** The content of `plugin.json` in a directory, with the name of the plugin and of its compose file. */
export function describePlugin(machine: Pick<SuperdMachine, 'readFile' | 'tree'>, directory: string) {
  const path = `${directory}/plugin.json`
  const text = machine.tree.kindOf(path) === 'file' ? machine.readFile(path) : undefined
  if (text === undefined) throw new Invalid(phrase('plugins.manifestMissing'))
  if (text.length > 64 << 10) throw new Invalid(phrase('plugins.manifestTooLarge'))
  let description: unknown
  try {
    description = JSON.parse(text)
  } catch {
    throw new Invalid(phrase('plugins.manifestMalformed'))
  }
  if (typeof description !== 'object' || description === null || Array.isArray(description))
    throw new Invalid(phrase('plugins.manifestNotObject'))
  const { ComposeFilePath, Name } = description as Record<string, unknown>
  const written = typeof ComposeFilePath === 'string' && ComposeFilePath ? posix.normalize(ComposeFilePath) : ''
  return {
    description,
    name: typeof Name === 'string' ? Name : '',
    /** The compose file, relative to the directory that the repository gets. */
    composeIn: (place: string): string =>
      written.startsWith(`${place}/`) ? written.slice(place.length + 1) : basename(written) || 'docker-compose.yml',
  }
}

/** What the `plugin.json` in a directory requests. Throws `Invalid` that names the field. */
export const requestsIn = (machine: Pick<SuperdMachine, 'readFile' | 'tree'>, directory: string): Requests =>
  requestsOf(parseDescription(describePlugin(machine, directory).description))

/** What a `plugin.json` requests; nothing if it is not valid, which the router reports. */
export function validRequests(description: unknown): Requests {
  try {
    return requestsOf(parseDescription(description))
  } catch {
    return NO_REQUESTS
  }
}
