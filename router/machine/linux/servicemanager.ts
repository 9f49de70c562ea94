import { getSystemErrorMessage } from 'node:util'
import koffi from 'koffi'
import { connect, MSG_DONTWAIT, SOCK_DGRAM_CLOEXEC, send, socket } from './libc.ts'

const AF_UNIX = 1

/** What has started the router as a unit with `Type=notify`, such as systemd. */
export interface ServiceManager {
  /** The router enforces and answers. If the manager has set a watchdog timeout, it receives keep-alive pings from now on. */
  ready(): void
  /** The process is about to end. Not before it replaces itself at a restart: systemd would end the new program as well. */
  stopping(): void
}

/** How often the timeout of the start is extended, and by how much: on a slow machine, it would end each attempt. */
const EXTENDING_MS = 30_000
const EXTENSION_MS = 120_000
/** A start that lasts longer waits for something that does not come. */
const MOST_EXTENSIONS = 900_000 / EXTENDING_MS

const none: ServiceManager = { ready: () => undefined, stopping: () => undefined }

/**
 * Sends the state of this process to the socket that `NOTIFY_SOCKET` names, by the protocol of sd_notify(3); without it, nothing. Until the
 * router is ready, the event loop extends the timeout of the start. With `WATCHDOG_USEC`, it sends a keep-alive ping twice in that time, so
 * that the manager restarts a process whose loop is blocked. Throws the system's error if the socket cannot be used.
 */
export function openServiceManager(environment: NodeJS.ProcessEnv): ServiceManager {
  const { NOTIFY_SOCKET: path, WATCHDOG_USEC, WATCHDOG_PID } = environment
  if (!path) return none
  const fd = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
  const address = addressOf(path)
  if (fd < 0 || connect(fd, address, address.length) !== 0)
    throw new Error(`the service manager cannot be notified at ${path}: ${getSystemErrorMessage(-koffi.errno())}`)
  // A manager that does not read is not waited for.
  const notify = (state: string): void => {
    const bytes = Buffer.from(state)
    send(fd, bytes, bytes.length, MSG_DONTWAIT)
  }
  const isWatched = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === process.pid
  const watchdogMs = isWatched ? Number(WATCHDOG_USEC ?? 0) / 1000 : 0
  let extensions = 0
  const extending = setInterval(() => {
    if (extensions++ < MOST_EXTENSIONS) notify(`EXTEND_TIMEOUT_USEC=${EXTENSION_MS * 1000}`)
  }, EXTENDING_MS).unref()
  return {
    ready() {
      clearInterval(extending)
      notify('READY=1')
      if (watchdogMs > 0) setInterval(() => notify('WATCHDOG=1'), watchdogMs / 2).unref()
    },
    stopping() {
      clearInterval(extending)
      notify('STOPPING=1')
    },
  }
}

/** `struct sockaddr_un` of a path, or of an abstract name, which begins with `@`: unix(7). */
function addressOf(path: string): Buffer {
  const isAbstract = path.startsWith('@')
  const name = isAbstract ? `\0${path.slice(1)}` : `${path}\0`
  const address = Buffer.alloc(2 + Buffer.byteLength(name))
  address.writeUInt16LE(AF_UNIX, 0)
  address.write(name, 2)
  return address
}
