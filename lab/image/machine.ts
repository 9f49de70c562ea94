import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { Program } from '../process/program.ts'
import { type Accelerator, EMULATOR } from '../vm/boot.ts'

/** The link at which a computer of the household is connected to the router's second port. */
export const LAN = 'lan0'

const OVMF = '/usr/share/OVMF'

export interface MachineOptions {
  /** The file that is its disk. */
  readonly disk: string
  readonly firmware: 'bios' | 'uefi'
  /** A folder for sockets. */
  readonly folder: string
  readonly accelerator: Accelerator
  readonly onLine: (line: string) => void
}

/** A computer with two network ports, which starts from a disk. The first port leads to a provider with DHCP, the second one to `LAN`. */
export interface Machine {
  readonly program: Program
  /** Plugs in a USB stick with this content. */
  plugStick(file: string): Promise<void>
  /** Saves what its screen shows. */
  photograph(file: string): Promise<void>
  /** Ends it as a power cut does. */
  cutPower(): Promise<void>
}

export function startMachine({ disk, firmware, folder, accelerator, onLine }: MachineOptions): Machine {
  const monitor = `${folder}/monitor`
  const program = new Program(
    [
      ...['setpriv', '--pdeathsig', 'KILL', '--', EMULATOR, '-nodefaults', '-m', '1024'],
      ...['-accel', accelerator, '-cpu', 'max'],
      ...(firmware === 'uefi'
        ? [
            '-drive',
            `if=pflash,format=raw,readonly=on,file=${OVMF}/OVMF_CODE.fd`,
            '-drive',
            `if=pflash,format=raw,snapshot=on,file=${OVMF}/OVMF_VARS.fd`,
          ]
        : []),
      ...['-drive', `file=${disk},format=raw,if=virtio`, '-vga', 'std', '-display', 'none', '-serial', 'stdio'],
      ...['-device', 'qemu-xhci,id=usb'],
      ...['-qmp', `unix:${monitor},server=on,wait=off`],
      ...['-netdev', 'user,id=wan', '-device', 'virtio-net-pci,netdev=wan,mac=52:54:00:00:00:01'],
      ...['-netdev', `tap,id=lan,ifname=${LAN},script=no,downscript=no`],
      ...['-device', 'virtio-net-pci,netdev=lan,mac=52:54:00:00:00:02'],
    ],
    onLine,
  )
  return {
    program,
    plugStick: (file) =>
      order(
        monitor,
        ['blockdev-add', { driver: 'raw', 'node-name': 'stick', file: { driver: 'file', filename: file } }],
        ['device_add', { driver: 'usb-storage', bus: 'usb.0', drive: 'stick' }],
      ),
    photograph: (file) => order(monitor, ['screendump', { filename: file, format: 'png' }]),
    async cutPower() {
      program.kill('SIGKILL')
      await program.exited
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
