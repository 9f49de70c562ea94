import type { Ip } from '../../router/values/ip.ts'
import { HOSTS, WEB } from '../guests/addresses.ts'
import type { Router } from '../guests/router.ts'
import type { Chance } from './chance.ts'

/** An outgoing tunnel whose other end never answers, at an address of the internet where nothing listens. */
export const DEAD = {
  Addresses: ['10.99.0.2'],
  Peer: {
    PublicKey: 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ=',
    Endpoint: `${HOSTS[2]}:51820`,
    AllowedIPs: ['0.0.0.0/0'],
  },
} as const

const GROUPS = ['family', 'kids room', '9 lives']
const TAGS = ['nvr', 'print', 'кухня']
const EVERY_DAY = [1, 1, 1, 1, 1, 1, 1]

/** Whose devices a rule is about: often one device, rarely all. */
const anyUsers = (chance: Chance, devices: readonly string[]): object => {
  const users = {
    Devices: chance.some(devices, 0.3),
    Groups: chance.some(GROUPS, 0.2),
    Tags: chance.some(TAGS, 0.2),
  }
  return Object.values(users).some((list) => list.length > 0) ? users : { ...users, Devices: [chance.one(devices)] }
}

/** Calls that add what holds at some times or in some states: schedules, pauses, limits, exits through a tunnel that is down. */
export function anyStates(
  chance: Chance,
  { devices, near }: { readonly devices: readonly string[]; readonly near: readonly Ip[] },
): [path: string, body: unknown][] {
  const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
  /** A window that holds at every time, one on no day of this week that is near, or none. */
  const anyTimes = (): object[] => {
    const days = EVERY_DAY.map(() => 0)
    days[(new Date().getUTCDay() + 3) % 7] = 1
    return chance.one([
      [],
      [{ Days: EVERY_DAY, Start: '00:00', End: '00:00' }],
      [{ Days: days, Start: '10:00', End: '11:00' }],
    ])
  }
  const place = (): object =>
    chance.one([
      {},
      { Place: 'home' },
      { Place: 'anywhere' },
      { Place: 'listed', Networks: [chance.one([...near, WEB, '81.2.70.0/24', '192.168.2.0/24'])] },
    ])
  const ports = (): object =>
    chance.happens(0.4)
      ? { Protocol: chance.one(['tcp', 'udp']), Port: chance.one(['80', '1000-1002', '443', '53']) }
      : {}
  const users = () => anyUsers(chance, devices)
  return [
    ...times(6, (index): [string, object] => [
      '/plugins/pfw/rules',
      {
        Name: `rule ${index}`,
        Disabled: chance.happens(0.1),
        When: { ...users(), Times: anyTimes() },
        To: { ...place(), ...ports() },
        Do: { Kind: chance.one(['block', 'block', 'allow']) },
      },
    ]),
    ['/plugins/pfw/rules', { Name: 'limit', When: users(), Do: { Kind: 'limit', DownMbit: 50, UpMbit: 50 } }],
    [
      '/plugins/pfw/rules',
      { Name: 'through', When: { ...users(), Times: anyTimes() }, Do: { Kind: 'tunnel', Tunnel: 'dead' } },
    ],
    ['/plugins/pfw/pause', { Devices: [chance.one(devices)], Minutes: 600 }],
    ['/vpn/exits/away', { ...users(), Tunnels: ['dead'] }],
    [
      '/vpn/exits/listed',
      { ...users(), Tunnels: ['dead'], Traffic: 'listed', Networks: [chance.one(['81.2.70.0/24', `${WEB}/32`])] },
    ],
  ]
}

/** Deletes what `anyStates` has added. */
export async function withoutStates(router: Router): Promise<void> {
  for (const { Id } of (await router.api('/plugins/pfw/rules')) as { Id: string }[])
    await router.api(`/plugins/pfw/rules/${Id}`, undefined, 'DELETE')
  for (const { Name } of (await router.api('/vpn/exits')) as { Name: string }[])
    await router.api(`/vpn/exits/${encodeURIComponent(Name)}`, undefined, 'DELETE')
}
