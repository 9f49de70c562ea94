import { CommandFailed } from '../../errors.ts'
import type { Ip } from '../../values/ip.ts'
import type { Mac } from '../../values/mac.ts'
import { decodeArpReply, encodeArpRequest } from '../../wire/arp.ts'
import type { ArpProbe, ArpSender } from '../machine.ts'
import { bind, close, indexOf, MSG_DONTWAIT, recv, SOCK_RAW_CLOEXEC, send, socket } from './libc.ts'
import { linkAddress } from './packets.ts'

const AF_PACKET = 17
const ETH_P_ARP = 0x0806
const FRAME_BYTES = 64
/** Interval of reads from the socket. Polling needs no waiting thread. */
const READ_EVERY_MS = 20
/** Frames per read. The kernel drops further ones when its buffer is full. */
const MOST_FRAMES = 64

/** A socket for ARP on one link. */
function openSocket(link: string, target: Ip): number {
  const failed = (reason: string): CommandFailed => new CommandFailed(['arp', link, target], null, reason)
  const index: number = indexOf(link)
  if (index === 0) throw failed('no such device')
  const fd: number = socket(AF_PACKET, SOCK_RAW_CLOEXEC, 0)
  if (fd < 0) throw failed('not permitted: CAP_NET_RAW is needed')
  const address = linkAddress(index, ETH_P_ARP)
  if (bind(fd, address, address.length) === 0) return fd
  close(fd)
  throw failed('refused')
}

/** Sends an ARP announcement: a request of which sender and target are the same. */
export function arpAnnounce(link: string, sender: ArpSender): void {
  const fd = openSocket(link, sender.ip)
  const announcement = encodeArpRequest(sender, sender.ip)
  send(fd, announcement, announcement.length, MSG_DONTWAIT)
  close(fd)
}

/** Sends an ARP request twice on one link. Returns the hardware addresses that replied for the target. */
export async function arpProbe({ link, sender, target, timeoutMs }: ArpProbe): Promise<readonly Mac[]> {
  const fd = openSocket(link, target)
  const owners = new Set<Mac>()
  const frame = Buffer.alloc(FRAME_BYTES)
  const read = (): void => {
    for (let count = 0; count < MOST_FRAMES; count++) {
      const length: number = recv(fd, frame, FRAME_BYTES, MSG_DONTWAIT)
      if (length <= 0) return
      const reply = decodeArpReply(frame.subarray(0, length))
      if (reply?.ip === target) owners.add(reply.mac)
    }
  }
  try {
    const request = encodeArpRequest(sender, target)
    for (let round = 0; round < 2; round++) {
      send(fd, request, request.length, MSG_DONTWAIT)
      for (let waited = 0; waited < timeoutMs / 2; waited += READ_EVERY_MS) {
        await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS))
        read()
      }
    }
    return [...owners]
  } finally {
    close(fd)
  }
}
