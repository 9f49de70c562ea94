import type { Core } from '../../../core.ts'
import { phraseOf } from '../../../errors.ts'
import { type Account, AUTHORITIES, configuration } from '../../../model/internet/dyndns/configuration.ts'
import type { DynDnsName } from '../../../model/internet/dyndns/settings.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import type { Ip } from '../../../values/ip.ts'
import { failureIn, type UpdateFailure } from './reason.ts'

/** Files on this machine that ddclient finds in its sandbox. */
interface SandboxFiles {
  readonly hosts: string
  readonly nsswitch: string
  readonly authorities: string
}

/** Where ddclient finds its configuration. */
const CONFIGURATION = '/tmp/ddclient.conf'
/** Seconds for one connection, and for everything. */
const CONNECTION_TIMEOUT = 20
const TIMEOUT = 60
/** Bytes of address space: four times what ddclient uses. A response is held in memory as a whole. */
const MEMORY = 256 << 20

/** The time after which the sandbox itself must have ended. */
const OUTCOME_TIMEOUT_MS = (TIMEOUT + 5) * 1000

/**
 * The command line that runs ddclient in a sandbox (bwrap(1)): it finds its own programs, these files, and nothing else of this
 * machine. It ends when the router does. The configuration is read from the standard input into a file in memory, so that the
 * secret is neither on a disk nor on a command line. ddclient resolves names by the hosts file alone.
 */
const sandboxed = ({ hosts, nsswitch, authorities }: SandboxFiles): string[] => [
  'bwrap',
  ...['--unshare-all', '--share-net', '--die-with-parent', '--new-session', '--clearenv'],
  ...['--setenv', 'PATH', '/usr/bin:/usr/sbin', '--cap-drop', 'ALL'],
  ...['--ro-bind', '/usr', '/usr'],
  ...['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
  ...['--dev', '/dev', '--tmpfs', '/tmp'],
  ...['--ro-bind', hosts, '/etc/hosts'],
  ...['--ro-bind', nsswitch, '/etc/nsswitch.conf'],
  ...['--ro-bind', authorities, AUTHORITIES],
  // ddclient demands that others cannot read it.
  ...['--perms', '0600', '--file', '0', CONFIGURATION],
  '--',
  ...['prlimit', `--as=${MEMORY}`, '--'],
  ...['timeout', '--signal=KILL', String(TIMEOUT)],
  ...['ddclient', '-file', CONFIGURATION, '-daemon=0', '-force', '-verbose', '-timeout', String(CONNECTION_TIMEOUT)],
]

/** Of each output stream of ddclient. */
const MOST_OUTPUT = 256 << 10

/** Sets a name of an account to an address. Returns why that failed; undefined if the provider accepted it. */
export type Publish = (account: Account, name: DynDnsName, address: Ip) => Promise<UpdateFailure | undefined>

/** Runs ddclient(8) once for each name. `directory` is that of the files in the sandbox. None of them is secret. */
export function openDdclient(
  { machine, resolve, authorities }: Pick<Core, 'machine' | 'resolve' | 'authorities'>,
  directory: string,
): Publish {
  const files: SandboxFiles = {
    hosts: `${directory}/dyndns.hosts`,
    nsswitch: `${directory}/dyndns.nsswitch`,
    authorities: `${directory}/dyndns.pem`,
  }

  const prepare = (hosts: string): void => {
    const texts = { hosts, nsswitch: 'hosts: files\n', authorities: machine.authorityBundle(authorities) }
    machine.makeDirectory(directory)
    for (const [name, text] of Object.entries(texts)) {
      const path = files[name as keyof SandboxFiles]
      if (machine.readFile(path) !== text) machine.writeFile(path, text, 0o600)
    }
  }

  return async (account, name, address) => {
    const host = account.server.replace(/:\d+$/, '')
    let ip: Ip
    try {
      ip = await resolve(host)
    } catch (error) {
      return passing(phraseOf(error))
    }
    try {
      prepare(`127.0.0.1 localhost\n${ip} ${host}\n`)
    } catch (error) {
      return passing(phrase('internet.dyndnsFileNotWritten', phraseOf(error)))
    }
    const input = configuration(account, name, address)
    return failureIn(
      await machine.outcome(sandboxed(files), { input, timeoutMs: OUTCOME_TIMEOUT_MS, mostBytes: MOST_OUTPUT }),
    )
  }
}

const passing = (reason: Phrase): UpdateFailure => ({ kind: 'passing', reason })
