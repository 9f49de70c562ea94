import { posix } from 'node:path'
import { invalidAt, type MappingNode, type TextNode, type ValueNode } from './document.ts'
import type { PluginDirectories } from './project.ts'
import { booleanOf, integerOf, knownMap, textOf } from './values.ts'

/** A mount of a service. */
export type Mount =
  | { readonly type: 'bind'; readonly source: string; readonly target: string; readonly readOnly: boolean }
  /** Without a source for an anonymous volume. */
  | {
      readonly type: 'volume'
      readonly source: string | undefined
      readonly target: string
      readonly readOnly: boolean
    }
  | { readonly type: 'tmpfs'; readonly target: string; readonly options: readonly string[] }

const NAME = /^[A-Za-z0-9][\w.-]{0,62}$/
const isPath = (source: string): boolean => /^[./~]/.test(source)

/** The absolute path of `text` in a compose file. Throws for the home directory of a user, which superd does not have. */
export function pathIn({ project }: Pick<PluginDirectories, 'project'>, text: string, line: number): string {
  if (text.startsWith('~')) throw invalidAt(line, `"${text}": paths with ~ are not supported`)
  return posix.resolve(project, text)
}

/** Whether a path is `directory` or below it. Both are absolute and normal. */
export const isInside = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`)

function targetOf(text: string, line: number): string {
  const target = posix.normalize(text)
  if (!text.startsWith('/') || target === '/' || /[:\0\n]/.test(text))
    throw invalidAt(line, `"${text}": the path in the container must be absolute`)
  return target
}

/** An entry of `volumes`, in the short or the long form. */
export function mountOf(node: ValueNode, directories: PluginDirectories): Mount {
  if (node.kind === 'text') return shortMount(node, directories)
  if (node.kind === 'map') return longMount(node, directories)
  throw invalidAt(node.line, 'volumes: a text or a map is expected')
}

/** `SOURCE:TARGET[:MODE]`, or `TARGET` alone. */
function shortMount(node: TextNode, directories: PluginDirectories): Mount {
  const { line } = node
  const parts = textOf(node, 'volumes').split(':')
  if (parts.length > 3) throw invalidAt(line, `volumes: "${node.text}" has too many colons`)
  if (parts.length === 1)
    return { type: 'volume', source: undefined, target: targetOf(parts[0]!, line), readOnly: false }
  const [source = '', target = '', modes = ''] = parts
  return bindOrVolume(source, targetOf(target, line), isReadOnly(modes, line), line, directories)
}

function isReadOnly(modes: string, line: number): boolean {
  let readOnly = false
  for (const mode of modes.split(',')) {
    if (mode === 'ro') readOnly = true
    // Labels of SELinux have no effect on Debian.
    else if (!['', 'rw', 'z', 'Z'].includes(mode))
      throw invalidAt(line, `volumes: the mode "${mode}" is not supported; there are ro and rw`)
  }
  return readOnly
}

function bindOrVolume(
  source: string,
  target: string,
  readOnly: boolean,
  line: number,
  directories: PluginDirectories,
): Mount {
  if (isPath(source)) return { type: 'bind', source: pathIn(directories, source, line), target, readOnly }
  if (!NAME.test(source)) throw invalidAt(line, `volumes: "${source}" is neither a path nor the name of a volume`)
  return { type: 'volume', source, target, readOnly }
}

const LONG_KEYS = ['type', 'source', 'src', 'target', 'dst', 'destination', 'read_only', 'bind', 'volume', 'tmpfs']

function longMount(node: MappingNode, directories: PluginDirectories): Mount {
  const { line } = node
  const { entries } = knownMap(node, 'volumes', LONG_KEYS)
  const given = (...keys: string[]): ValueNode | undefined =>
    keys.map((key) => entries.get(key)?.value).find((value) => value !== undefined)
  const optional = (...keys: string[]): string | undefined => {
    const value = given(...keys)
    return value && textOf(value, keys[0]!)
  }
  const type = optional('type') ?? ''
  const target = targetOf(optional('target', 'dst', 'destination') ?? '', line)
  const source = optional('source', 'src')
  const readOnlyNode = given('read_only')
  const readOnly = readOnlyNode !== undefined && booleanOf(readOnlyNode, 'read_only')
  const bind = given('bind')
  if (bind) {
    const { entries: options } = knownMap(bind, 'volumes: bind', ['create_host_path', 'propagation'])
    const propagation = options.get('propagation')?.value
    if (propagation && !['rprivate', 'private'].includes(textOf(propagation, 'propagation')))
      throw invalidAt(propagation.line, 'volumes: bind: shared mounts are not supported')
  }
  const volume = given('volume')
  if (volume) knownMap(volume, 'volumes: volume', ['nocopy'])
  if (type === 'tmpfs') {
    const size = given('tmpfs') && knownMap(given('tmpfs')!, 'volumes: tmpfs', ['size']).entries.get('size')?.value
    return { type, target, options: size ? [`size=${integerOf(size, 'size', 1, 2 ** 33)}`] : [] }
  }
  if (type === 'bind' || type === 'volume') {
    if (type === 'volume' && source === undefined) return { type, source, target, readOnly }
    const mount = bindOrVolume(
      type === 'bind' ? `${source ?? ''}` : (source ?? ''),
      target,
      readOnly,
      line,
      directories,
    )
    if (mount.type === type) return mount
  }
  throw invalidAt(line, `volumes: type "${type}" with source "${source ?? ''}" is not supported`)
}

const TMPFS_OPTION = /^(?:(?:size|mode|uid|gid)=[0-9]{1,12}[kKmMgG]?|noexec|nosuid|nodev|ro|rw)$/
const TMPFS_RIGHT = ['exec', 'suid', 'dev']

/** An entry of `tmpfs`: `TARGET[:OPTION,…]`. `asked` are the options that are a right. */
export function tmpfsOf(node: TextNode): {
  readonly mount: Mount & { type: 'tmpfs' }
  readonly asked: readonly string[]
} {
  const [path = '', list = '', ...rest] = textOf(node, 'tmpfs').split(':')
  const options = list.split(',').filter(Boolean)
  const unknown = options.find((option) => !TMPFS_OPTION.test(option) && !TMPFS_RIGHT.includes(option))
  if (unknown !== undefined || rest.length > 0)
    throw invalidAt(node.line, `tmpfs: "${unknown ?? node.text}" is not supported`)
  return {
    mount: { type: 'tmpfs', target: targetOf(path, node.line), options },
    asked: options.filter((option) => TMPFS_RIGHT.includes(option)),
  }
}
