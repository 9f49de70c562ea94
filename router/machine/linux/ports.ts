import { readdirSync } from 'node:fs'
import { AF_NETLINK, bind, F_SETFD, FD_CLOEXEC, fcntl, getsockname, int32, netlinkAddress } from './libc.ts'

const ADDRESS_BYTES = 128
const PORT = 4

/**
 * The file descriptor of the netlink socket that `open` creates, for libraries that do not expose it. Child processes do not inherit
 * it. Throws if it is not exactly one.
 */
export function socketOpenedBy<T>(open: () => T): { opened: T; fd: number } {
  const before = netlinkSockets()
  const opened = open()
  const [fd, ...others] = netlinkSockets().difference(before)
  if (fd === undefined || others.length > 0) throw new Error('not exactly one netlink socket was opened')
  fcntl(fd, F_SETFD, 'int', FD_CLOEXEC)
  return { opened, fd }
}

const nameOf = (fd: number): Buffer | undefined => {
  const address = Buffer.alloc(ADDRESS_BYTES)
  return getsockname(fd, address, int32(ADDRESS_BYTES)) === 0 ? address : undefined
}

const netlinkSockets = (): Set<number> =>
  new Set(
    readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => nameOf(fd)?.readUInt16LE(0) === AF_NETLINK),
  )

/**
 * The port (netlink(7), `nl_pid`) of a netlink socket, by which notifications name the origin of a change. Binds the socket; otherwise
 * the kernel would assign the port at the first request.
 */
export function portOfSocket(fd: number): number | undefined {
  const address = netlinkAddress([])
  bind(fd, address, address.length)
  return nameOf(fd)?.readUInt32LE(PORT)
}
