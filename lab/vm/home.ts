import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { splice } from '../home/door.ts'
import { settleInside } from '../process/inside.ts'
import type { GuestOpening, Report } from '../process/messages.ts'
import { ROOT } from '../process/place.ts'
import { runInGuest, SLOWNESS } from './boot.ts'
import { variablesOf } from './parts.ts'
import { BOOTED, LISTENING, PORTS } from './ports.ts'

/**
 * Opens a home in a virtual machine, as the first process of a sealed tree: the emulator ends with it, and its network is that of a new
 * namespace, so that only the sockets in the home's directory lead in, and nothing leads out.
 */
const report = (message: Report): void => void process.send?.(message)

const opening = new Promise<GuestOpening>((resolve) =>
  process.once('message', (message) => resolve(message as GuestOpening)),
)
let channel: Socket | undefined
let isClosing = false
let machine: Promise<unknown> | undefined

/** The channel has closed: by Ctrl-C, or because its process was killed. The guest ends when its own channel closes. */
async function close(): Promise<never> {
  isClosing = true
  channel?.end()
  if (channel) await machine
  process.exit(0)
}

/** Connections to a unix socket here are forwarded to a port of the guest. */
function lead(path: string, port: number): void {
  rmSync(path, { force: true })
  createServer({ allowHalfOpen: true }, (outer) =>
    splice(outer, connect({ port, host: '127.0.0.1', allowHalfOpen: true })),
  )
    .on('error', (error) => report({ failed: error.message }))
    .listen(path)
}

/** Sends the guest what to open, and receives its reports. */
function converse(asked: GuestOpening): void {
  const { parts, accelerator, disk, ...inside } = asked
  channel = connect({ port: PORTS.channel, host: '127.0.0.1' })
  channel.on('error', () => channel?.destroy())
  channel.write(`${JSON.stringify(inside)}\n`)
  createInterface({ input: channel }).on('line', (line) => {
    const message = JSON.parse(line) as Report
    isClosing ||= 'failed' in message // The guest ends after this.
    report(message)
  })
}

async function open(): Promise<void> {
  await settleInside(close)
  const asked = await opening
  const { parts, accelerator, disk, base } = asked
  process.chdir(join(base, 'home')) // A relative path is short enough for a unix socket.
  lead('console', PORTS.console)
  lead('control', PORTS.control)
  const log = join(base, 'home/router.log')
  writeFileSync(log, '')
  const last: string[] = []
  machine = runInGuest({
    ...parts,
    accelerator,
    disk,
    ports: Object.values(PORTS),
    command: [
      ...['/bin/sh', '-c', `echo '${BOOTED}'; exec "$@"`, 'sh'],
      ...['/usr/bin/env', '-C', ROOT, ...variablesOf(parts), ...SLOWNESS[accelerator]],
      ...[process.execPath, join(ROOT, 'lab/vm/guest.ts')],
    ],
    onLine(line) {
      if (line === BOOTED) report({ progress: 'loading the virtual home in the virtual machine' })
      if (line === LISTENING) {
        report({ progress: 'the virtual machine is running' })
        converse(asked)
      }
      appendFileSync(log, `${line}\n`)
      if (last.push(line) > 10) last.shift()
    },
  })
  await machine
  if (!isClosing) throw new Error(`the virtual machine has ended:\n${last.join('\n')}`)
  process.exit(1)
}

open().catch((error: Error) => {
  report({ failed: error.stack ?? error.message })
  process.exit(1)
})
