/**
 * The command lines that root runs for a router that is another user: they set the clock, reboot, turn off, and start superd. An attacker
 * who controls the router can do no more as root, except through the plugins: superd runs as root, and their files belong to the router.
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
}

const CLOCK = /^--set=@\d{9,11}\.\d{3}$/
const POWER = ['reboot', 'poweroff']
/** Sockets of an engine in directories of root: the router could answer at another one itself. */
const ENGINES = ['/run/docker.sock', '/var/run/docker.sock']

/** Flags of superd, each with what its value must be. */
const FLAGS: Readonly<Record<string, (value: string, host: Host) => boolean>> = {
  '--data': (value, { data }) => value === data,
  '--router-version': (value) => /^[\w.+-]{1,64}$/.test(value),
  '--engine': (value) => ENGINES.includes(value),
  '--authorities': (value, { data }) => value === `${data}/state/plugins/superd/authorities.pem`,
}

/** What is run for a request; undefined if it is not permitted. `superd` in a request is a word, not a program. */
export function permitted([word, ...args]: readonly string[], host: Host): PermittedCommand | undefined {
  const [first = '', second = ''] = args
  if (word === 'date' && args.length === 2 && first === '--utc' && CLOCK.test(second))
    return { runs: 'once', argv: ['date', first, second] }
  if (word === 'systemctl' && args.length === 1 && POWER.includes(first)) return { runs: 'once', argv: [word, first] }
  if (word === 'superd' && areFlags(args, host)) return { runs: 'service', argv: [...host.superd, ...args] }
  return undefined
}

function areFlags(args: readonly string[], host: Host): boolean {
  if (args.length % 2 !== 0) return false
  for (let at = 0; at < args.length; at += 2) {
    const isValid = Object.hasOwn(FLAGS, args[at]!) ? FLAGS[args[at]!]! : undefined
    if (!isValid?.(args[at + 1]!, host)) return false
  }
  return args.includes('--data')
}
