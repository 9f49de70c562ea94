import koffi from 'koffi'

/** Functions of the C library that several modules here call. */
export const libc = koffi.load('libc.so.6')
export const socket = libc.func('int socket(int, int, int)')
export const setsockopt = libc.func('int setsockopt(int, int, int, void *, uint32_t)')
export const bind = libc.func('int bind(int, void *, uint32_t)')
export const connect = libc.func('int connect(int, void *, uint32_t)')
export const send = libc.func('intptr_t send(int, void *, size_t, int)')
export const recv = libc.func('intptr_t recv(int, void *, size_t, int)')
export const getsockname = libc.func('int getsockname(int, void *, void *)')
export const recvmmsg = libc.func('int recvmmsg(int, void *, unsigned int, int, void *)')
export const sendmmsg = libc.func('int sendmmsg(int, void *, unsigned int, int)')
export const ppoll = libc.func('int ppoll(void *, unsigned long, void *, void *)')
export const close = libc.func('int close(int)')
export const fcntl = libc.func('int fcntl(int, int, ...)')
export const indexOf = libc.func('unsigned int if_nametoindex(const char *)')
const nameOf = libc.func('void *if_indextoname(unsigned int, void *)')

export const AF_INET = 2
export const AF_NETLINK = 16
/** The type argument of `socket`, with SOCK_CLOEXEC: child processes do not inherit the socket. */
export const SOCK_RAW_CLOEXEC = 3 | 0o2000000
export const SOCK_DGRAM_CLOEXEC = 2 | 0o2000000
export const F_SETFD = 2
export const FD_CLOEXEC = 1
export const SOL_SOCKET = 1
export const SO_RCVBUF = 8
export const SO_RCVTIMEO = 20
export const SO_BINDTODEVICE = 25
export const MSG_DONTWAIT = 0x40
/** Of `recvmmsg`: wait for the first message only. */
export const MSG_WAITFORONE = 0x10000

export function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32LE(value)
  return buffer
}

/** `struct timeval` of 64-bit platforms. */
export function timeval(ms: number): Buffer {
  const buffer = Buffer.alloc(16)
  buffer.writeBigInt64LE(BigInt(Math.floor(ms / 1000)), 0)
  buffer.writeBigInt64LE(BigInt(ms % 1000) * 1000n, 8)
  return buffer
}

/** `struct sockaddr_nl` with these multicast groups. The kernel assigns the port. */
export function netlinkAddress(groups: readonly number[]): Buffer {
  const address = Buffer.alloc(12)
  address.writeUInt16LE(AF_NETLINK, 0)
  address.writeUInt32LE(
    groups.reduce((bits, group) => (bits | (1 << (group - 1))) >>> 0, 0),
    8,
  )
  return address
}

/** The name of the link with an index; undefined if there is no such link. */
export function linkNameOf(index: number): string | undefined {
  const name = Buffer.alloc(16)
  return nameOf(index, name) ? name.toString('latin1', 0, name.indexOf(0)) : undefined
}
