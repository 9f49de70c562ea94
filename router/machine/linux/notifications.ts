import { constants } from 'node:os'
import koffi from 'koffi'
import { Unavailable } from '../../errors.ts'
import { phrase } from '../../phrases/phrase.ts'
import { decodeMessages, type NetlinkMessage } from '../../wire/netlink.ts'
import { attachProgram, type Instruction } from './bpf.ts'
import {
  AF_NETLINK,
  bind,
  close,
  int32,
  MSG_DONTWAIT,
  netlinkAddress,
  recv,
  SO_RCVBUF,
  SOCK_RAW_CLOEXEC,
  SOL_SOCKET,
  setsockopt,
  socket,
} from './libc.ts'
import { watchReadable } from './readable.ts'

const RECEIVE_BUFFER_BYTES = 1 << 20
/** The maximum size of a notification. */
const SLOT_BYTES = 1 << 16
/** Datagrams read per wake-up. */
const MOST_AT_ONCE = 256
/** Programs change many things in a row. */
const REST_MS = 5

export interface NotificationOptions {
  /** `NETLINK_ROUTE`, … */
  readonly protocol: number
  /** Numbers of multicast groups: `RTNLGRP_…`, `NFNLGRP_…`. */
  readonly groups: readonly number[]
  /** Ports of netlink sockets of this process: changes made through them are not reported. */
  readonly exceptBy?: readonly number[]
  /** The messages are views, valid until it returns. Undefined: some were lost, and anything may have changed. */
  readonly receive: (messages: readonly NetlinkMessage[] | undefined) => void
}

export interface KernelNotifications extends Disposable {
  /** Receives now what has arrived. The kernel sends a notification before the call that made the change returns. */
  drain(): void
}

const slot = Buffer.allocUnsafe(SLOT_BYTES)

/**
 * Subscribes to the kernel's notifications of changes by any program: netlink(7), multicast groups. Throws `Unavailable` if
 * the kernel has no such protocol.
 */
export function openKernelNotifications({
  protocol,
  groups,
  exceptBy = [],
  receive,
}: NotificationOptions): KernelNotifications {
  const fd: number = socket(AF_NETLINK, SOCK_RAW_CLOEXEC, protocol)
  if (fd < 0) throw new Unavailable(phrase('machine.netlinkUnavailable'))
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, int32(RECEIVE_BUFFER_BYTES), 4)
  if (exceptBy.length > 0) attachProgram(fd, notFrom(exceptBy))
  const address = netlinkAddress(groups)
  if (bind(fd, address, address.length) !== 0) {
    close(fd)
    throw new Unavailable(phrase('machine.notificationsUnavailable'))
  }
  let isOpen = true
  const watched = watchReadable(
    fd,
    () => {
      for (let taken = 0; isOpen && taken < MOST_AT_ONCE; taken++) if (!take(fd, receive)) return
    },
    { restMs: REST_MS },
  )
  return {
    drain() {
      while (isOpen && take(fd, receive));
    },
    [Symbol.dispose]() {
      if (!isOpen) return
      isOpen = false
      watched[Symbol.dispose]()
      close(fd)
    },
  }
}

/** Drops messages with one of these ports in `nlmsg_pid`, at offset 12. BPF loads are in network byte order, headers are not. */
function notFrom(ports: readonly number[]): readonly Instruction[] {
  return [
    [0x20, 0, 0, 12],
    ...ports.map((port, i): Instruction => [0x15, ports.length - i, 0, networkOrder(port)]),
    [0x06, 0, 0, 0x40000],
    [0x06, 0, 0, 0],
  ]
}

const networkOrder = (value: number): number => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes.readUInt32BE()
}

/** One datagram. False when there was none. */
function take(fd: number, receive: NotificationOptions['receive']): boolean {
  const length: number = recv(fd, slot, SLOT_BYTES, MSG_DONTWAIT)
  if (length > 0) receive([...decodeMessages(slot.subarray(0, length))])
  else if (koffi.errno() === constants.errno.ENOBUFS) receive(undefined)
  else return false
  return true
}
