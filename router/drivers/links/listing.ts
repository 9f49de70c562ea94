import { z } from 'zod'
import type { Machine } from '../../machine/machine.ts'
import type { Items } from '../driver.ts'

const Address = z.object({ family: z.string(), local: z.string(), prefixlen: z.number(), scope: z.string() })
const Link = z.object({
  ifname: z.string(),
  flags: z.array(z.string()),
  addr_info: z.array(Address.partial()),
})
const Neighbour = z.object({
  dst: z.string(),
  dev: z.string(),
  lladdr: z.string().optional(),
  state: z.array(z.string()),
})
const Route = z.object({
  gateway: z.string().optional(),
  dev: z.string().optional(),
  prefsrc: z.string().optional(),
  metric: z.number().optional(),
})

/** The LAN IP lives on a bridge without ports: it answers whatever cable is out, and every kernel has bridges. */
export const LOOP = 'sprloop'

/** The source is part of it: when a link's address changes the kernel drops its routes, and so the route changes too. */
export const routeValue = (gateway: string, link: string, source: string): string =>
  `via ${gateway} dev ${link} src ${source}`

export function parseRoute(value: string): { gateway: string; link: string; source: string } {
  const [, gateway = '', , link = '', , source = ''] = value.split(' ')
  return { gateway, link, source }
}

export interface Scope {
  readonly links: ReadonlySet<string>
  readonly settings: ReadonlySet<string>
}

/** The kernel's links, in the driver's items, as far as they are in the driver's scope. */
export async function readLinkState(
  machine: Pick<Machine, 'run' | 'readSysctl'>,
  { links, settings }: Scope,
): Promise<Items> {
  const show = async (...argv: string[]): Promise<unknown> =>
    JSON.parse((await machine.run(['ip', '-j', '-4', ...argv])) || '[]')
  const items = new Map<string, string>()
  for (const link of z.array(Link).parse(JSON.parse(await machine.run(['ip', '-j', 'address', 'show'])))) {
    if (!links.has(link.ifname)) continue
    if (link.ifname === LOOP) items.set(`bridge ${link.ifname}`, '')
    if (link.flags.includes('UP')) items.set(`up ${link.ifname}`, '')
    for (const { family, local, prefixlen } of link.addr_info)
      if (family === 'inet') items.set(`address ${link.ifname} ${local}/${prefixlen}`, '')
  }
  for (const { dst, dev, lladdr } of z.array(Neighbour).parse(await show('neighbour', 'show', 'nud', 'permanent')))
    if (links.has(dev) && lladdr) items.set(`neighbour ${dev} ${dst}`, lladdr)
  for (const { gateway, dev, prefsrc, metric } of z.array(Route).parse(await show('route', 'show', 'default')))
    if (gateway && dev && links.has(dev))
      items.set(`route default metric ${metric ?? 0}`, routeValue(gateway, dev, prefsrc ?? ''))
  for (const name of settings) {
    const value = machine.readSysctl(name)
    if (value !== undefined) items.set(`sysctl ${name}`, value)
  }
  return items
}
