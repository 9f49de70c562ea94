import { isDeepStrictEqual } from 'node:util'
import type { Member, Network } from '../../compiler/network.ts'
import type { Machine } from '../../machine/machine.ts'
import type { LinkNotice } from '../../machine/routing.ts'
import { addressItem, keyOfLinkItem, type LinkItem } from './item.ts'
import { routeItem } from './routing.ts'
import { driverLinksOf, frameItems, memberItems } from './wanted.ts'

/** Whether a notification contradicts the Network. Of several about the same item the last is used. */
export function contradict(
  machine: Pick<Machine, 'readSysctl'>,
  notices: readonly LinkNotice[],
  network: Network,
): boolean {
  if (notices.some(({ kind }) => kind === 'other')) return true
  const links = driverLinksOf(network)
  const isOurs = (link: string): boolean => links.has(link) || network.frame.down.includes(link)
  const now = new Map<string, Reported>()
  const settings = new Set<string | undefined>()
  const take = (item: LinkItem, present: boolean): void => void now.set(keyOfLinkItem(item), { item, present })
  for (const notice of notices) {
    if (notice.kind === 'route') {
      const item = routeItem(notice.route, links, network.frame.nets)
      if (item) take(item, notice.present)
    } else if (notice.kind === 'settings') settings.add(notice.link)
    else if (notice.kind !== 'other' && isOurs(notice.link))
      for (const { item, present } of itemsOf(notice, network)) take(item, present)
  }
  if (now.size === 0 && settings.size === 0) return false
  const want = wantedOn(new Set([...linksIn(now.values()), ...settings]), network)
  for (const [key, { item, present }] of now)
    if (!isDeepStrictEqual(want.get(key), present ? item : undefined)) return true
  if (settings.size === 0) return false
  return want
    .values()
    .some((item) => item.kind === 'sysctl' && (machine.readSysctl(item.name) ?? item.value) !== item.value)
}

/** An item that the kernel reported as present or missing. */
interface Reported {
  readonly item: LinkItem
  readonly present: boolean
}

type OfLink = Exclude<LinkNotice, { kind: 'route' | 'settings' | 'other' }>

function* itemsOf(notice: OfLink, { frame }: Network): Generator<Reported> {
  const { link } = notice
  switch (notice.kind) {
    case 'address':
      yield { item: addressItem(link, notice.address), present: notice.present }
      return
    case 'neighbour': {
      const { ip, mac = '' } = notice
      yield { item: { kind: 'neighbour', link, ip, mac }, present: notice.mac !== undefined }
      return
    }
    case 'link': {
      const { up, mac = '' } = notice
      if (frame.down.includes(link)) yield { item: { kind: 'down', link }, present: !up }
      else yield { item: { kind: 'up', link }, present: up }
      if (frame.readdressed.some((one) => one.link === link))
        yield { item: { kind: 'mac', link, mac }, present: notice.mac !== undefined }
    }
  }
}

const linksIn = (reported: Iterable<Reported>): string[] =>
  [...reported].flatMap(({ item }) => ('link' in item ? [item.link] : []))

/** The items of the frame, and of the devices on these links. */
function wantedOn(links: ReadonlySet<string | undefined>, { frame, members }: Network): Map<string, LinkItem> {
  const want = new Map(frameItems(frame))
  const isOn = ({ place }: Member): boolean => place !== undefined && links.has(place.link)
  for (const member of members.values())
    if (isOn(member)) for (const [key, item] of memberItems(member, frame)) want.set(key, item)
  return want
}
