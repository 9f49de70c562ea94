import { mkdirSync, mkdtempSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { daemonCommand } from '../../bin/daemon.js'
import { type Namespace, openNamespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'
import { CLOSED, type Order } from './daemon.ts'

const PROGRAM = fileURLToPath(new URL('./daemon.ts', import.meta.url))

/** Machines of homes that were closed in this process. */
const idle: RouterMachine[] = []

/**
 * A machine for a router, whose namespace and process one router after another uses. Each has new state: a closed one leaves only
 * the modules that were loaded and compiled. The namespace is put back to its first state.
 */
export class RouterMachine {
  readonly namespace: Namespace
  readonly #first: Kernel
  #daemon: Program | undefined
  #onLine: (line: string) => void = () => {}

  constructor(namespace: Namespace, first: Kernel) {
    this.namespace = namespace
    this.#first = first
  }

  /** The process of the last router that was opened in it. */
  get daemon(): Program | undefined {
    return this.#daemon
  }

  /** Starts a router with these arguments. `variables` are those that the router reads when it is opened. */
  open(args: readonly string[], variables: Readonly<Record<string, string>>, onLine = (_: string) => {}): Program {
    this.#onLine = onLine
    if (!this.#daemon?.running)
      this.#daemon = this.namespace.start(daemonCommand([], PROGRAM), (line) => this.#onLine(line))
    this.#daemon.lines.length = 0
    this.#send({ open: args, variables })
    return this.#daemon
  }

  /** Closes the router. The machine serves another one, unless something has changed it. */
  async close(): Promise<void> {
    const reason = await this.#unusable().catch(String)
    if (reason === undefined) return void idle.push(this)
    process.stdout.write(`the machine of the router is not used again: ${reason}\n`)
    await this.#daemon?.stop()
    await this.namespace[Symbol.asyncDispose]()
  }

  async #unusable(): Promise<string | undefined> {
    const daemon = this.#daemon
    if (!daemon?.running) return 'its router has ended'
    this.#send('close')
    const left = (await daemon.line(CLOSED)).slice(CLOSED.length)
    if (left) return `its router left ${left}`
    await this.namespace.clear([daemon])
    await restore(this.namespace, this.#first)
    return difference(this.#first, await readKernel(this.namespace))
  }

  #send(order: Order): void {
    this.#daemon?.write(`${JSON.stringify(order)}\n`)
  }
}

/** A machine that no router uses. */
export async function takeMachine(): Promise<RouterMachine> {
  const machine = idle.pop()
  if (machine) return machine
  mkdirSync('/run/sallyport', { recursive: true })
  const namespace = await openNamespace('router', mkdtempSync('/run/sallyport/machine-'))
  return new RouterMachine(namespace, await readKernel(namespace))
}

/** What a router or a test changes in the kernel: tables as text, and settings by their path. */
interface Kernel {
  readonly tables: string
  readonly settings: ReadonlyMap<string, string>
}

const READ = `nft list ruleset
for family in -4 -6; do ip $family rule; ip $family route show table all; ip $family neighbour; done
ip -o link | cut -d: -f2
conntrack -L 2>/dev/null
ss -Htn
cut -d' ' -f5 /proc/self/mountinfo
hostname
echo settings
cd /proc/sys/net && grep -rs ''`

async function readKernel(namespace: Namespace): Promise<Kernel> {
  const [tables = '', settings = ''] = (await namespace.outcome(['sh', '-c', READ])).stdout.split('\nsettings\n')
  const pairs = settings.split('\n').flatMap((line): [string, string][] => {
    const [, path, value] = /^([^:]+):(.*)$/.exec(line) ?? []
    // How many connections there are, and counters of the machine.
    return path === undefined || value === undefined || /nf_conntrack_count$/.test(path) ? [] : [[path, value]]
  })
  return { tables, settings: new Map(pairs) }
}

/**
 * The kernel repeats the end of a connection whose program has closed it, until it is acknowledged. Rules and routes of the kernel
 * itself are added again by it, or belong to the table `local`. Links are deleted as one group, so that the kernel waits only once
 * until nothing uses them.
 */
const CLEAR = `ss -K -t
nft flush ruleset
ip -o link | sed -n '/^[0-9]*: lo:/d; s/^[0-9]*: \\([^:@]*\\).*/link set dev \\1 group 1/p' | ip -force -batch -
ip link delete group 1
for family in -4 -6; do
  for type in unicast blackhole unreachable prohibit; do ip $family route flush table all type $type; done
  ip $family rule flush
  ip $family rule add lookup main priority 32766
done
ip rule add lookup default priority 32767
ip link set lo up
conntrack -F`

async function restore(namespace: Namespace, { settings }: Kernel): Promise<void> {
  await namespace.outcome(['sh', '-c', CLEAR])
  const now = await readKernel(namespace)
  const changed = [...settings].filter(([path, value]) => now.settings.has(path) && now.settings.get(path) !== value)
  const lines = changed.map(([path, value]) => `net/${path}=${value}`)
  await namespace.outcome(['sysctl', '-q', '-p', '-'], { input: lines.join('\n') })
}

/** The first line that differs; undefined if the kernel is as it was. */
function difference(first: Kernel, now: Kernel): string | undefined {
  const before = first.tables.split('\n')
  const line = now.tables.split('\n').find((text, at) => text !== before[at])
  if (line !== undefined) return `its kernel has "${line}"`
  const setting = [...first.settings].find(([path, value]) => now.settings.get(path) !== value)
  return setting && `its kernel has ${setting[0]} = ${now.settings.get(setting[0])} instead of ${setting[1]}`
}
