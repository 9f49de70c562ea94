import { z } from 'zod'
import type { LinkAttributes } from '../routing.ts'
import { NETLINK_ROUTE } from './netlink.ts'
import { openKernelNotifications } from './notifications.ts'
import { run } from './process.ts'

const IpLink = z.object({
  ifname: z.string(),
  ifindex: z.number(),
  address: z.string().optional(),
  permaddr: z.string().optional(),
  parentbus: z.string().optional(),
  parentdev: z.string().optional(),
  mtu: z.number(),
  flags: z.array(z.string()),
})

/** Every link except the loopback link. `LOWER_UP` is the kernel's flag for a carrier. */
export async function readLinks(): Promise<readonly LinkAttributes[]> {
  const links = z.array(IpLink).parse(JSON.parse(await run(['ip', '-j', 'link', 'show'])))
  return links
    .filter(({ flags }) => !flags.includes('LOOPBACK'))
    .map(({ ifname, ifindex, address, permaddr, parentbus, parentdev, mtu, flags }) => ({
      name: ifname,
      index: ifindex,
      mac: address ?? '00:00:00:00:00:00',
      ...(permaddr === undefined ? undefined : { permanentMac: permaddr }),
      ...(parentdev === undefined ? undefined : { slot: `${parentbus ?? ''} ${parentdev}`.trim() }),
      up: flags.includes('UP') && flags.includes('LOWER_UP'),
      mtu,
    }))
}

/** Debounce time: changes are reported in bursts, four for a new link. */
const QUIET_MS = 20
/** `RTNLGRP_LINK`. */
const LINK_GROUP = 1

export function watchLinks(changed: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      changed()
    }, QUIET_MS)
  }
  const watching = openKernelNotifications({ protocol: NETLINK_ROUTE, groups: [LINK_GROUP], receive: soon })
  return {
    [Symbol.dispose]() {
      clearTimeout(timer)
      watching[Symbol.dispose]()
    },
  }
}
