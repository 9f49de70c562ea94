import { isSameRight, type RequestedRight } from '../../model/plugins/installed/right.ts'
import { invalidAt, type MapEntry, type MappingNode, parseCompose, type ValueNode } from './document.ts'
import { circularService } from './jobs.ts'
import { isInside } from './mounts.ts'
import type { ComposeService, PluginDirectories, Project, UsedPath } from './project.ts'
import { readService } from './service.ts'
import { booleanOf, knownMap, mapOf, textOf, textsOf } from './values.ts'

const NAME = /^[A-Za-z0-9][\w.-]{0,62}$/
const MOST_SERVICES = 8
/** An owner has to read the line. */
const MOST_TEXT = 500

/**
 * Reads a compose file. Only keys of a list are accepted, so that a key that a later version of Compose adds cannot give a
 * plugin more than superd checks. Pure: whether paths lead through symbolic links is checked before each start (paths.ts).
 * Throws `Invalid` with the line for what is not supported. What is supported but not safe is a requested right.
 */
export function analyse(text: string, directories: PluginDirectories): Project {
  const file = parseCompose(text, { SUPERDIR: `${directories.data}/` })
  for (const [key, { line }] of file.entries)
    if (!TOP_LEVEL.includes(key)) throw invalidAt(line, `"${key}" is not supported`)
  const volumes = namesOf(file, 'volumes', readVolume)
  namesOf(file, 'networks', readNetwork)
  const written = file.entries.get('services')
  if (!written) throw invalidAt(file.line, '"services" is missing')
  const services = new Map<string, ComposeService>()
  const rights: RequestedRight[] = []
  const paths: UsedPath[] = []
  for (const [name, { line, value }] of mapOf(written.value, 'services').entries) {
    if (!NAME.test(name)) throw invalidAt(line, `"${name}" is not a valid name of a service`)
    if (hasProfile(mapOf(value, name))) continue
    const service = readService(mapOf(value, name), {
      directories,
      volumes,
      request(at, Kind, Text, Reason, details) {
        if (Text.length > MOST_TEXT) throw invalidAt(at, 'this line is too long')
        const right = { Service: name, Line: at, Kind, Text, Reason, ...details }
        if (!rights.some((each) => isSameRight(each, right))) rights.push(right)
      },
      use(path) {
        paths.push(path)
        return directories.own.some((own) => isInside(path.path, own))
      },
    })
    services.set(name, service)
  }
  if (services.size === 0 && mapOf(written.value, 'services').entries.size > 0)
    throw invalidAt(written.line, 'services: all have a profile, and no profile is started')
  if (services.size === 0 || services.size > MOST_SERVICES)
    throw invalidAt(written.line, `services: there must be 1 to ${MOST_SERVICES}`)
  checkDependencies(file, services)
  checkNesting(paths, directories)
  return { services, volumes, paths, rights }
}

/** Of `requested`, the rights that are not confirmed. */
export const unconfirmed = (
  requested: readonly RequestedRight[],
  confirmed: readonly Pick<RequestedRight, 'Service' | 'Text' | 'Kind'>[],
): RequestedRight[] => requested.filter((right) => !confirmed.some((one) => isSameRight(one, right)))

/** Services with a profile, such as tools for developers, start on request only (compose-spec §05-services, profiles): superd starts none. */
function hasProfile({ entries }: MappingNode): boolean {
  const profiles = entries.get('profiles')?.value
  return profiles !== undefined && !isEmpty(profiles) && textsOf(profiles, 'profiles').length > 0
}

const TOP_LEVEL = ['version', 'name', 'services', 'volumes', 'networks']

function namesOf(file: MappingNode, key: string, read: (name: string, entry: MapEntry) => void): string[] {
  const value = file.entries.get(key)?.value
  if (value === undefined || isEmpty(value)) return []
  const { entries } = mapOf(value, key)
  for (const [name, entry] of entries) {
    if (!NAME.test(name)) throw invalidAt(entry.line, `${key}: "${name}" is not a valid name`)
    if (!isEmpty(entry.value)) read(name, entry)
  }
  return [...entries.keys()]
}

const isEmpty = (value: ValueNode): boolean => value.kind === 'text' && value.text === ''

/** A volume with options of a driver may be any directory of the router. */
function readVolume(name: string, { value }: MapEntry): void {
  const { entries } = knownMap(value, `volumes: ${name}`, ['driver', 'labels'])
  const driver = entries.get('driver')?.value
  if (driver && textOf(driver, 'driver') !== 'local')
    throw invalidAt(driver.line, `volumes: ${name}: the driver must be local`)
}

/** Containers are connected to the network of the plugin, with the addresses and the link that the router has chosen. */
function readNetwork(name: string, { value }: MapEntry): void {
  const known = ['driver', 'driver_opts', 'ipam', 'internal', 'labels', 'enable_ipv6', 'name', 'attachable', 'external']
  const { entries } = knownMap(value, `networks: ${name}`, known)
  const driver = entries.get('driver')?.value
  if (driver && textOf(driver, 'driver') !== 'bridge')
    throw invalidAt(driver.line, `networks: ${name}: the driver must be bridge`)
  const external = entries.get('external')?.value
  if (external && booleanOf(external, 'external'))
    throw invalidAt(external.line, `networks: ${name}: a plugin cannot join another network`)
}

/**
 * A container could replace a directory within one that it may change by a symbolic link, while superd starts another
 * container that mounts it.
 */
function checkNesting(paths: readonly UsedPath[], { own }: PluginDirectories): void {
  const writable = paths.filter(({ path, isWritable }) => isWritable && own.some((one) => isInside(path, one)))
  for (const { path, line, kind } of paths) {
    if (kind === 'build' || kind === 'dockerfile') continue
    const outer = writable.find((mount) => mount.path !== path && isInside(path, mount.path))
    if (outer) throw invalidAt(line, `${path} is within ${outer.path}, which a container may change`)
  }
}

function checkDependencies(file: MappingNode, services: ReadonlyMap<string, ComposeService>): void {
  const { line } = file.entries.get('services')!
  for (const [name, { spec }] of services)
    for (const other of Object.keys((spec.depends_on as object | undefined) ?? {}))
      if (!services.has(other) || other === name)
        throw invalidAt(line, `${name}: depends_on: there is no other service "${other}"`)
  const circular = circularService(services)
  if (circular !== undefined)
    throw invalidAt(line, `${circular}: depends_on: the service depends on itself through others`)
}
