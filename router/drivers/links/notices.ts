import type { Member, Network } from '../../compiler/network.ts'
import type { LinkNotice, Machine } from '../../machine/machine.ts'
import { frameItems, linksOf, memberItems } from './items.ts'
import { routeItem } from './routing.ts'

/** Whether something that the kernel reports is not as the Network wants it. Of many reports of one thing the last counts. */
export function contradict(
  machine: Pick<Machine, 'readSysctl'>,
  notices: readonly LinkNotice[],
  network: Network,
): boolean {
  if (notices.some(({ kind }) => kind === 'other')) return true
  const links = linksOf(network)
  const isOurs = (link: string): boolean => links.has(link) || network.frame.down.includes(link)
  const now = new Map<string, string | undefined>()
  const settings = new Set<string | undefined>()
  for (const notice of notices) {
    if (notice.kind === 'route') {
      const item = routeItem(notice.route, links, network.frame.nets)
      if (item) now.set(item[0], notice.present ? item[1] : undefined)
    } else if (notice.kind === 'settings') settings.add(notice.link)
    else if (notice.kind !== 'other' && isOurs(notice.link))
      for (const [key, value] of itemsOf(notice, network)) now.set(key, value)
  }
  if (now.size === 0 && settings.size === 0) return false
  const want = wantedOn(new Set([...linksIn(now.keys()), ...settings]), network)
  for (const [key, value] of now) if (want.get(key) !== value) return true
  for (const [key, value] of want)
    if (
      key.startsWith('sysctl ') &&
      settings.size > 0 &&
      (machine.readSysctl(key.slice('sysctl '.length)) ?? value) !== value
    )
      return true
  return false
}

type OfLink = Exclude<LinkNotice, { kind: 'route' | 'settings' | 'other' }>

function* itemsOf(notice: OfLink, { frame }: Network): Generator<[key: string, value: string | undefined]> {
  const { link } = notice
  switch (notice.kind) {
    case 'address':
      yield [`address ${link} ${notice.address}`, notice.present ? '' : undefined]
      return
    case 'neighbour':
      yield [`neighbour ${link} ${notice.ip}`, notice.mac]
      return
    case 'link':
      if (frame.down.includes(link)) yield [`down ${link}`, notice.up ? undefined : '']
      else yield [`up ${link}`, notice.up ? '' : undefined]
      if (frame.readdressed.some((one) => one.link === link)) yield [`mac ${link}`, notice.mac]
  }
}

/** All keys of items but those of ways and rules name their link second. */
const linksIn = (keys: Iterable<string>): string[] => [...keys].map((key) => key.split(' ')[1] ?? '')

/** What the frame wants, and the devices on these links. */
function wantedOn(links: ReadonlySet<string | undefined>, { frame, members }: Network): Map<string, string> {
  const want = new Map(frameItems(frame))
  const isOn = ({ place }: Member): boolean => place !== undefined && links.has(place.link)
  for (const member of members.values())
    if (isOn(member)) for (const [key, value] of memberItems(member, frame)) want.set(key, value)
  return want
}
