import { rmSync } from 'node:fs'
import { bind, close, libc, MSG_DONTWAIT, SOCK_DGRAM_CLOEXEC, socket } from '../../router/machine/linux/libc.ts'
import { watchReadable } from '../../router/machine/linux/readable.ts'

const AF_UNIX = 1
/** `struct sockaddr_un`. */
const ADDRESS_BYTES = 110
const COMMAND_BYTES = 4096
const recvfrom = libc.func('intptr_t recvfrom(int, void *, size_t, int, void *, void *)')
const sendto = libc.func('intptr_t sendto(int, void *, size_t, int, void *, uint32_t)')

/** A control socket that is served. Disposing removes it. */
export interface ControlServer extends Disposable {
  /** Sends an event to all clients that have sent ATTACH. */
  emit(event: string): void
}

/**
 * The control interface of a program in the style of hostapd: each datagram to the unix socket at `path` is a command and gets an
 * answer.
 */
export function serveControl(path: string, answer: (command: string) => string): ControlServer {
  const fd: number = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
  const own = Buffer.alloc(ADDRESS_BYTES)
  own.writeUInt16LE(AF_UNIX)
  own.write(path, 2)
  if (bind(fd, own, 2 + path.length + 1) !== 0) throw new Error(`cannot listen on ${path}`)
  const attached = new Map<string, Buffer>()
  const send = (text: string, to: Buffer): void =>
    void sendto(fd, Buffer.from(text), Buffer.byteLength(text), MSG_DONTWAIT, to, to.length)

  const watched = watchReadable(fd, () => {
    for (;;) {
      const [slot, from, length] = [Buffer.alloc(COMMAND_BYTES), Buffer.alloc(ADDRESS_BYTES), Buffer.alloc(4)]
      length.writeInt32LE(ADDRESS_BYTES)
      const count: number = recvfrom(fd, slot, COMMAND_BYTES, MSG_DONTWAIT, from, length)
      if (count < 0) return
      const sender = from.subarray(0, length.readInt32LE())
      const command = slot.toString('utf8', 0, count)
      if (command === 'ATTACH') attached.set(sender.toString('hex'), sender)
      if (command === 'DETACH') attached.delete(sender.toString('hex'))
      send(command === 'ATTACH' ? 'OK\n' : answer(command), sender)
    }
  })
  return {
    emit(event) {
      for (const client of attached.values()) send(event, client)
    },
    [Symbol.dispose]() {
      watched[Symbol.dispose]()
      close(fd)
      rmSync(path, { force: true })
    },
  }
}
