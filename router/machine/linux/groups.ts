import { getSystemErrorMessage } from 'node:util'
import koffi from 'koffi'
import { CommandFailed } from '../../errors.ts'
import { type Ip, ipToNumber } from '../../values/ip.ts'
import { AF_INET, close, indexOf, SOCK_DGRAM_CLOEXEC, setsockopt, socket } from './libc.ts'

const IPPROTO_IP = 0
const IP_ADD_MEMBERSHIP = 35

/**
 * Joins multicast groups on a link: the kernel sends IGMP reports, so that switches forward the groups, and configures the
 * network card to receive them, until the socket is closed or the link is removed. ip(7).
 */
export function joinGroups(link: string, groups: readonly Ip[]): Disposable {
  const fd: number = socket(AF_INET, SOCK_DGRAM_CLOEXEC, 0)
  const reason = fd < 0 ? getSystemErrorMessage(-koffi.errno()) : join(fd, link, groups)
  if (reason === undefined) return { [Symbol.dispose]: () => void close(fd) }
  if (fd >= 0) close(fd)
  throw new CommandFailed(['join', ...groups, link], null, reason)
}

function join(fd: number, link: string, groups: readonly Ip[]): string | undefined {
  const index: number = indexOf(link)
  if (index === 0) return 'no such device'
  for (const group of groups) {
    // struct ip_mreqn: the group, an unused address, and the link's index.
    const request = Buffer.alloc(12)
    request.writeUInt32BE(ipToNumber(group), 0)
    request.writeInt32LE(index, 8)
    if (setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, request, request.length) !== 0)
      return getSystemErrorMessage(-koffi.errno())
  }
  return undefined
}
