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
  /** Saves what its screen shows. */
  photograph(file: string): Promise<void>
  /** Ends it as a power cut does. */
  cutPower(): Promise<void>
}

export function startMachine({ disk, firmware, folder, accelerator, onLine }: MachineOptions): Machine {
  const monitor = `${folder}/monitor`
  const program = new Program(
    [
      ...['setpriv', '--pdeathsig', 'KILL', '--', EMULATOR, '-nodefaults', '-no-reboot', '-m', '1024'],
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
      ...['-qmp', `unix:${monitor},server=on,wait=off`],
      ...['-netdev', 'user,id=wan', '-device', 'virtio-net-pci,netdev=wan,mac=52:54:00:00:00:01'],
      ...['-netdev', `tap,id=lan,ifname=${LAN},script=no,downscript=no`],
      ...['-device', 'virtio-net-pci,netdev=lan,mac=52:54:00:00:00:02'],
    ],
    onLine,
  )
  return {
    program,
    photograph: (file) => order(monitor, ['screendump', { filename: file, format: 'png' }]),
    async cutPower() {
      program.kill('SIGKILL')
      await program.exited
    },
  }
}

/** Runs a command of QEMU's monitor (QEMU Machine Protocol). */
async function order(
  monitor: string,
  [execute, args]: readonly [string, Readonly<Record<string, string>>],
): Promise<void> {
  const socket = connect(monitor)
  try {
    const replies = createInterface({ input: socket })[Symbol.asyncIterator]()
    await replies.next()
    for (const command of [{ execute: 'qmp_capabilities' }, { execute, arguments: args }]) {
      socket.write(JSON.stringify(command))
      const { value } = await replies.next()
      if (!String(value).includes('"return"')) throw new Error(`the emulator does not ${execute}: ${value}`)
    }
  } finally {
    socket.destroy()
  }
}
