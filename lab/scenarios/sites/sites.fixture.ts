import { after } from 'node:test'
import type { SiteEntry } from '../../../router/model/vpn/sites/contract.ts'
import type { DeviceSpec, HouseholdDevice } from '../../guests/device.ts'
import { SHARED_FIREWALL } from '../../guests/router.ts'
import { openHome } from '../../home/home.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const HOUSEHOLD = {
  laptop: { wired: true, Policies: ['wan', 'dns'], Groups: ['family'], listens: [22] },
  printer: { wired: true, Policies: [], DeviceTags: ['print'], listens: [22, 9100] },
} satisfies Record<string, DeviceSpec>

type Saved = SiteEntry & { readonly Text: string }

export const addressOf = async (device: HouseholdDevice): Promise<string> => (await device.address()) ?? ''

/** Two homes in one internet, and what both owners do to connect them. */
export async function openSites() {
  const { home: town, story } = await openStage(HOUSEHOLD)
  const cabin = await openHome(HOUSEHOLD, {
    reuses: true,
    neighbour: town,
    tinyNets: ['192.168.3.0/24'],
    // In a story, its owner removes the firewall.
    flags: SHARED_FIREWALL,
  })
  after(() => cabin.close())
  type Neighbour = Pick<typeof town, 'router'>

  const put = async ({ router }: Neighbour, name: string, body: object = {}) =>
    (await router.api(`/vpn/sites/${name}`, body)) as Saved
  const read = async ({ router }: Neighbour, name: string) => (await router.api(`/vpn/sites/${name}`)) as SiteEntry
  const untilUp = (home: Neighbour, name: string): Promise<unknown> =>
    until(`${name} up`, async () => (await read(home, name)).State === 'up', 40_000)
  return {
    story,
    town,
    cabin,
    put,
    read,
    /** All devices join, and both routers notice a failed connection within seconds. */
    async gather(): Promise<void> {
      await Promise.all([town.gather(), cabin.gather()])
      await Promise.all([town.router.uplinkAddress(), cabin.router.uplinkAddress()])
      for (const { router } of [town, cabin])
        await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
    },
    /** Both owners paste the text of the other one. */
    async exchange(): Promise<void> {
      const { Text } = await put(town, 'cabin')
      await put(town, 'cabin', { Text: (await put(cabin, 'town', { Text })).Text })
    },
    untilBothUp: () => Promise.all([untilUp(town, 'cabin'), untilUp(cabin, 'town')]),
    /** All connections between the homes that open. */
    async open(): Promise<string[]> {
      const ends = await Promise.all(
        Object.entries({ town, cabin }).flatMap(([home, { laptop, printer }]) =>
          [laptop, printer].map(async (device) => ({ home, device, ip: await addressOf(device) })),
        ),
      )
      const nameOf = (end: (typeof ends)[number]): string => `${end.home} ${end.device.name}`
      const pairs = ends.flatMap((from) => ends.filter((to) => to.home !== from.home).map((to) => ({ from, to })))
      const tries = pairs.flatMap(({ from, to }) =>
        [22, 9100].map(async (port) =>
          (await from.device.reaches(to.ip, port)) ? [`${nameOf(from)} > ${nameOf(to)} ${port}`] : [],
        ),
      )
      return (await Promise.all(tries)).flat()
    },
  }
}
