import { z } from 'zod'
import type { LinkAttributes } from '../routing.ts'
import { readFile } from './files.ts'
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

/** The link of the default route with the lowest metric in `routes`, the text of /proc/net/route. Undefined if there is none. */
export function defaultLinkOf(routes: string): string | undefined {
  const found = routes
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    // Link, destination, gateway, flags, reference count, use, metric, mask.
    .filter(([, destination, , , , , , mask]) => destination === '00000000' && mask === '00000000')
    .sort((a, b) => Number(a[6]) - Number(b[6]))
  return found[0]?.[0]
}

/** The link towards the internet: that of the IPv4 default route. */
export const defaultLink = (): string | undefined => defaultLinkOf(readFile('/proc/net/route') ?? '')
