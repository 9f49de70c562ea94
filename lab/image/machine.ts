import { rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Architecture } from '../../install/image/layout.ts'
import { Program, run } from '../process/program.ts'
import { until } from '../process/until.ts'
import type { Random } from '../safety/random.ts'
import type { Accelerator } from '../vm/boot.ts'
import { emulatorOf, type Firmware } from './firmware.ts'
import { cutWrites } from './power.ts'

/** How long a power cut waits for a write: most of them are flushed within milliseconds. */
const WRITE_MS = 5000

/** The link at which a computer of the household is connected to the router's second port. */
export const LAN = 'lan0'

export interface MachineOptions {
  /** The file that is its disk: what is on it without power. */
  readonly disk: string
  readonly architecture: Architecture
  readonly firmware: Firmware
  /** A folder for sockets and for the disk while the machine runs. */
  readonly folder: string
  readonly accelerator: Accelerator
  /** What a power cut leaves of writes that were not flushed. */
  readonly random: Random
  readonly onLine: (line: string) => void
}

/** A computer with two network ports, which starts from a disk. The first port leads to a provider with DHCP, the second one to `LAN`. */
export interface Machine {
  /** The disk as the machine sees it. */
  readonly running: string
  /** The log of its writes, and how many bytes that has. */
  readonly log: string
  readonly logged: () => number
  readonly isRunning: () => boolean
  /** The next line of the serial port that contains a text, after the one that was found before. */
  line(text: string, timeoutMs: number): Promise<string>
  /** Plugs in a USB stick with this content. */
  plugStick(file: string): Promise<void>
  unplugStick(): Promise<void>
  /** Saves what its screen shows. */
  photograph(file: string): Promise<void>
  /** Ends it as a power cut does, if possible while it writes. Returns the number of writes that were not flushed. */
  cutPower(): Promise<number>
}

export async function startMachine(options: MachineOptions): Promise<Machine> {
  const { disk, architecture, firmware, folder, accelerator, random, onLine } = options
  const [monitor, running, log] = ['monitor', 'running', 'writes'].map((name) => `${folder}/${name}`) as [
    string,
    string,
    string,
  ]
  await run(['cp', '--sparse=always', disk, running], { timeoutMs: 600_000 })
  rmSync(log, { force: true })
  await run(['truncate', '--size', '0', log])
  const file = (name: string, path: string): string =>
    JSON.stringify({ driver: 'file', 'node-name': name, filename: path, cache: { 'no-flush': true } })
  const lines: string[] = []
  let seen = 0
  let isOff = false
  const logged = (): number => statSync(log).size
  const program = new Program(
    [
      ...[
        'setpriv',
        '--pdeathsig',
        'KILL',
        '--',
        ...emulatorOf(architecture, firmware, accelerator),
        '-nodefaults',
        '-m',
        '1024',
      ],
      ...['-blockdev', file('running', running), '-blockdev', file('writes', log)],
      ...['-blockdev', JSON.stringify({ driver: 'blklogwrites', 'node-name': 'disk', file: 'running', log: 'writes' })],
      ...['-device', 'virtio-blk-pci,drive=disk,write-cache=on'],
      ...['-display', 'none', '-serial', 'stdio', '-device', 'qemu-xhci,id=usb'],
      ...['-qmp', `unix:${monitor},server=on,wait=off`],
      ...['-netdev', 'user,id=wan', '-device', 'virtio-net-pci,netdev=wan,mac=52:54:00:00:00:01'],
      ...['-netdev', `tap,id=lan,ifname=${LAN},script=no,downscript=no`],
      ...['-device', 'virtio-net-pci,netdev=lan,mac=52:54:00:00:00:02'],
    ],
    (line) => {
      lines.push(line)
      onLine(line)
    },
  )
  return {
    running,
    log,
    logged,
    isRunning: () => program.running,
    line: (text, timeoutMs) =>
      until(
        () => `"${text}" on the serial port, whose last lines are:\n${lines.slice(-20).join('\n')}`,
        () => {
          const index = lines.findIndex((line, at) => at >= seen && line.includes(text))
          if (index < 0 && !program.running) throw new Error(`the emulator ended:\n${lines.slice(-20).join('\n')}`)
          if (index >= 0) seen = index + 1
          return lines[index]
        },
        timeoutMs,
      ),
    plugStick: (path) =>
      order(
        monitor,
        ['blockdev-add', { driver: 'raw', 'node-name': 'stick', file: { driver: 'file', filename: path } }],
        ['device_add', { driver: 'usb-storage', id: 'plugged', bus: 'usb.0', drive: 'stick' }],
      ),
    async unplugStick() {
      await order(monitor, ['device_del', { id: 'plugged' }])
      // The device is removed when the guest has released it.
      await until('the stick to be removed', () =>
        order(monitor, ['blockdev-del', { 'node-name': 'stick' }]).then(
          () => true,
          () => false,
        ),
      )
    },
    photograph: (path) => order(monitor, ['screendump', { filename: path, format: 'png' }]),
    async cutPower() {
      if (isOff) return 0
      isOff = true
      const before = logged()
      for (let waited = 0; waited < WRITE_MS && logged() === before; waited++) await pause(1)
      program.kill('SIGKILL')
      await program.exited
      return cutWrites(disk, log, random)
    },
  }
}

type Command = readonly [name: string, args: Readonly<Record<string, unknown>>]

/** Runs commands of QEMU's monitor (QEMU Machine Protocol). Throws if one fails. */
async function order(monitor: string, ...commands: readonly Command[]): Promise<void> {
  const socket = connect(monitor)
  try {
    const replies = createInterface({ input: socket })[Symbol.asyncIterator]()
    await replies.next()
    for (const [execute, args] of [['qmp_capabilities', {}] as const, ...commands]) {
      socket.write(JSON.stringify({ execute, arguments: args }))
      // Events come in between.
      let reply: string
      do reply = String((await replies.next()).value)
      while (reply.includes('"event"'))
      if (!reply.includes('"return"')) throw new Error(`the emulator does not ${execute}: ${reply}`)
    }
  } finally {
    socket.destroy()
  }
}
