/**
 * The command lines that root runs for a router that is another user: they set the clock, reboot, turn off, name the machine, start an
 * update, and start superd. An attacker who controls the router can do no more as root, except through the plugins: superd runs as root, and their files
 * belong to the router. A release must be signed with the keys of the installed one, also if the attacker names its repository.
 */
export interface PermittedCommand {
  /** `once`: its output and its status are returned. `service`: its output is returned line by line, and it ends with the connection. */
  readonly runs: 'once' | 'service'
  readonly argv: readonly string[]
}

interface Host {
  /** The data directory of the installed router. */
  readonly data: string
  /** The command line of superd, without its flags. */
  readonly superd: readonly string[]
  /** The command of the installed release. */
  readonly command: string
}

const CLOCK = /^--set=@\d{9,11}\.\d{3}$/
const POWER = ['reboot', 'poweroff']
const HOST_NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,62}$/
/** A separate unit, since an update stops the router, and with it what the router has started. There is one at a time. */
const UPDATE = ['systemd-run', '--quiet', '--collect', '--unit=sallyport-update']
/** Sockets of an engine in directories of root: the router could answer at another one itself. */
const ENGINES = ['/run/docker.sock', '/var/run/docker.sock']

type Flags = Readonly<Record<string, (value: string, host: Host) => boolean>>

const isVersion = (value: string): boolean => /^\w[\w.+-]{0,63}$/.test(value)

/** Flags of superd, each with what its value must be. */
const SUPERD_FLAGS: Flags = {
  '--data': (value, { data }) => value === data,
  '--router-version': isVersion,
  '--engine': (value) => ENGINES.includes(value),
  '--authorities': (value, { data }) => value === `${data}/state/plugins/superd/authorities.pem`,
}

const UPDATE_FLAGS: Flags = {
  '--version': isVersion,
  '--source': (value) => /^https:\/\/[A-Za-z0-9:/=@._+?%~&-]{1,1023}$/.test(value),
  '--channel': (value) => value === 'main' || value === '-dev',
  '--downgrade': (value) => value === 'yes',
}

/** What is run for a request; undefined if it is not permitted. `superd` and `update` in a request are words, not programs. */
export function permitted([word, ...args]: readonly string[], host: Host): PermittedCommand | undefined {
  const [first = '', second = ''] = args
  if (word === 'date' && args.length === 2 && first === '--utc' && CLOCK.test(second))
    return { runs: 'once', argv: ['date', first, second] }
  if (word === 'systemctl' && args.length === 1 && POWER.includes(first)) return { runs: 'once', argv: [word, first] }
  if (word === 'hostname' && args.length === 1 && HOST_NAME.test(first)) return { runs: 'once', argv: [word, first] }
  if (word === 'update' && areFlags(args, UPDATE_FLAGS, host))
    return { runs: 'once', argv: [...UPDATE, host.command, 'update', ...updateArguments(args)] }
  if (word === 'superd' && areFlags(args, SUPERD_FLAGS, host) && args.includes('--data'))
    return { runs: 'service', argv: [...host.superd, ...args] }
  return undefined
}

/** Pairs of a flag and its value. */
function areFlags(args: readonly string[], flags: Flags, host: Host): boolean {
  if (args.length % 2 !== 0) return false
  for (let at = 0; at < args.length; at += 2) {
    const isValid = Object.hasOwn(flags, args[at]!) ? flags[args[at]!]! : undefined
    if (!isValid?.(args[at + 1]!, host)) return false
  }
  return true
}

/** As `sallyport update` reads them: a channel begins with a hyphen. */
function updateArguments(args: readonly string[]): string[] {
  const given = new Map(Array.from({ length: args.length / 2 }, (_, at) => [args[2 * at]!, args[2 * at + 1]!] as const))
  return [
    ...[...given]
      .filter(([flag]) => flag === '--source' || flag === '--channel')
      .map(([flag, value]) => `${flag}=${value}`),
    ...(given.has('--downgrade') ? ['--downgrade'] : []),
    ...(given.has('--version') ? [given.get('--version')!] : []),
  ]
}
