import { AUTHORITIES } from '../../../model/internet/dyndns/configuration.ts'

/** Files on this machine that ddclient finds in its sandbox. */
export interface SandboxFiles {
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
export const OUTCOME_TIMEOUT_MS = (TIMEOUT + 5) * 1000

/**
 * The command line that runs ddclient in a sandbox (bwrap(1)): it finds its own programs, these files, and nothing else of this
 * machine. It ends when the router does. The configuration is read from the standard input into a file in memory, so that the
 * secret is neither on a disk nor on a command line. ddclient resolves names by the hosts file alone.
 */
export const sandboxed = ({ hosts, nsswitch, authorities }: SandboxFiles): string[] => [
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
