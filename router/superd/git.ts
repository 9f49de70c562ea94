import { Invalid } from '../errors.ts'
import { type Phrase, phrase } from '../phrases/phrase.ts'
import { isIp } from '../values/ip.ts'
import { reachOf } from '../values/subnet.ts'
import type { SuperdMachine } from './machine.ts'

interface Deps {
  readonly machine: Pick<SuperdMachine, 'outcome' | 'spawn' | 'clock' | 'tree' | 'removeDirectory' | 'makeDirectory'>
  /** PEM file with the certificate authorities of servers; by default those of the system. */
  readonly authorities: string | undefined
}

interface Source {
  readonly url: string
  /** IPv4 addresses of the server. Git connects to the first public one and resolves nothing. */
  readonly addresses: readonly string[]
  /** Also a server at home. */
  readonly allowPrivate: boolean
}

const TIMEOUT_MS = 5 * 60_000
const MOST_BYTES = 256 << 20
const MOST_ENTRIES = 20_000
const WATCH_MS = 500

/** `https://HOST[:PORT]/PATH`, without credentials. */
const ADDRESS = /^https:\/\/([a-z0-9.-]{1,253})(?::(\d{1,5}))?\/[\w./~-]{1,500}$/i

/** The name of the directory of a repository: the last part of its address. */
export function repositoryName(url: string): string {
  const { pathname } = parseAddress(url)
  return (pathname.split('/').filter(Boolean).at(-1) ?? '').replace(/\.git$/, '')
}

function parseAddress(url: string): URL {
  const parsed = ADDRESS.test(url) ? URL.parse(url) : null
  if (!parsed || parsed.username || parsed.password) throw new Invalid(phrase('plugins.gitHttpsRequired'), 'url')
  return parsed
}

/** The address to connect to. Throws `Invalid` if the server is on a private network and that is not allowed. */
function serverAddress({ url, addresses, allowPrivate }: Source): string {
  const known = addresses.filter((address) => isIp(address) && reachOf(address) !== 'nowhere')
  const chosen = allowPrivate ? known[0] : known.find((address) => reachOf(address) === 'public')
  // One private address among public ones is a sign of DNS rebinding.
  const isMixed = !allowPrivate && known.some((address) => reachOf(address) !== 'public')
  if (chosen === undefined || isMixed || known.length < addresses.length)
    throw new Invalid(
      phrase('plugins.repositoryAddressPrivate', parseAddress(url).hostname, addresses.join(', ')),
      'url',
    )
  return chosen
}

/**
 * Clones the newest revision of a repository into `directory`, which must not exist, and returns its commit. The directory then
 * contains no git data: superd never runs git in a directory that a plugin may write. Throws `Invalid` with the reason: no
 * server, no repository, too large, too slow, symbolic links or special files.
 */
export async function clone({ machine, authorities }: Deps, source: Source, directory: string): Promise<string> {
  const { hostname, port } = parseAddress(source.url)
  const address = serverAddress(source)
  const settings = [
    // Git connects to the checked address, even if the name resolves to another one now.
    ...[`http.curloptResolve=${hostname}:${port || 443}:${address}`, 'http.followRedirects=false', 'http.proxy='],
    ...['http.sslVerify=true', 'http.lowSpeedLimit=1000', 'http.lowSpeedTime=30', 'http.version=HTTP/1.1'],
    ...(authorities ? [`http.sslCAInfo=${authorities}`] : []),
    ...['protocol.allow=never', 'protocol.https.allow=always', 'credential.helper=', 'core.askPass=true'],
    ...['core.hooksPath=/dev/null', 'core.symlinks=true', 'core.fsmonitor=false', 'submodule.recurse=false'],
    ...['fetch.fsckObjects=true', 'transfer.fsckObjects=true', 'gc.auto=0', 'init.templateDir='],
  ]
  const environment = [
    ...[
      'PATH=/usr/local/bin:/usr/bin:/bin',
      'HOME=/nonexistent',
      'GIT_CONFIG_NOSYSTEM=1',
      'GIT_CONFIG_GLOBAL=/dev/null',
    ],
    ...['GIT_TERMINAL_PROMPT=0', 'GIT_LFS_SKIP_SMUDGE=1', 'GIT_ALLOW_PROTOCOL=https', 'LC_ALL=C.UTF-8'],
  ]
  const git = (...args: string[]) => [
    ...['env', '-i', ...environment, 'git'],
    ...settings.flatMap((one) => ['-c', one]),
    ...args,
  ]
  try {
    const options = ['--depth=1', '--single-branch', '--no-tags', '--no-recurse-submodules', '--quiet']
    await runLimited(machine, git('clone', ...options, '--', source.url, directory), directory)
    const { code, output } = await machine.outcome(git('-C', directory, 'rev-parse', 'HEAD'), {
      input: '',
      timeoutMs: 10_000,
      mostBytes: 1000,
    })
    const revision = output.trim()
    if (code !== 0 || !/^[0-9a-f]{40,64}$/.test(revision)) throw new Invalid(phrase('plugins.repositoryEmpty'), 'url')
    machine.removeDirectory(`${directory}/.git`)
    for await (const { path, kind } of machine.tree.walk(directory))
      if (kind === 'link' || kind === 'other')
        throw new Invalid(
          phrase(kind === 'link' ? 'plugins.repositorySymlink' : 'plugins.repositorySpecialFile', path),
          'url',
        )
    return revision
  } catch (error) {
    machine.removeDirectory(directory)
    throw error
  }
}

/** Runs git, and ends it when it takes too long or what it has written is too large. */
async function runLimited(
  { spawn, clock, tree }: Pick<SuperdMachine, 'spawn' | 'clock' | 'tree'>,
  argv: readonly string[],
  directory: string,
): Promise<void> {
  let last = ''
  // In a process group with a limit: the helpers of git end with it.
  const child = spawn(['timeout', '--signal=KILL', String(TIMEOUT_MS / 1000), ...argv], {
    onLine(line) {
      if (line.trim() !== '') last = line
    },
  })
  let excess: Phrase | undefined
  let isOver = false
  const ended = child.exited.then((code) => {
    isOver = true
    return code
  })
  while (!isOver) {
    const { promise: tick, resolve } = Promise.withResolvers<void>()
    using _timer = clock.after(WATCH_MS, resolve)
    await Promise.race([ended, tick])
    const { bytes, entries } = await tree.sizeOf(directory, MOST_ENTRIES + 1)
    if (bytes > MOST_BYTES) excess = phrase('plugins.repositoryTooLarge', MOST_BYTES >> 20)
    if (entries > MOST_ENTRIES) excess = phrase('plugins.repositoryTooManyFiles', MOST_ENTRIES)
    if (excess !== undefined && !isOver) child[Symbol.dispose]()
  }
  const code = await ended
  if (excess !== undefined) throw new Invalid(phrase('plugins.repositoryRefused', excess), 'url')
  if (code !== 0)
    throw new Invalid(
      phrase('plugins.repositoryCloneFailed', last.slice(0, 300) || phrase('plugins.gitTooSlow')),
      'url',
    )
}
