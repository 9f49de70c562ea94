import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const PROBED = [22, 53, 80, 443, 5353, 8080]

/** Tries what a machine on the provider's wire can do. Returns what worked. */
async function probe({ internet, router }: Home, laptop: HouseholdDevice): Promise<string[]> {
  const { neighbour } = internet
  const uplink = await router.uplinkAddress()
  const inside = (await laptop.address()) ?? ''
  await neighbour.ip(`route replace 192.168.2.0/24 via ${uplink}`)
  const worked: string[] = []
  const attempt = async (what: string, ...argv: string[]) => {
    if ((await neighbour.outcome(argv)).code === 0) worked.push(what)
  }
  const knock = async (what: string, ip: string, port: number) => {
    if (await neighbour.connects(ip, port)) worked.push(what)
  }
  await Promise.all([
    ...PROBED.map((port) => knock(`router ${port}`, uplink, port)),
    ...[22, 80].map((port) => knock(`laptop ${port}`, inside, port)),
    knock('lan ip', '192.168.2.1', 80),
    attempt('router ping', 'ping', '-c', '1', '-W', '1', uplink),
    attempt('laptop ping', 'ping', '-c', '1', '-W', '1', inside),
    attempt('resolver', 'dig', '+tries=1', '+time=1', `@${uplink}`, 'www.test'),
  ])
  return worked
}

/** The scenarios of a home with a public or a private uplink address. */
export async function probeUplink(uplink: 'public' | 'private'): Promise<void> {
  const story = await openStories({ laptop: { Policies: ['wan', 'dns'], listens: [22, 80] } }, { uplink })

  story(`with a ${uplink} address, no port is open to the uplink’s network`, async (home) => {
    await home.laptop.join()
    await until('the way out', () => home.laptop.reaches(WEB, 80))
    assert.deepEqual(await probe(home, home.laptop), [])
  })

  story(
    `with a ${uplink} address, packets with household addresses are dropped on the uplink`,
    async ({ internet, laptop, router }) => {
      const { neighbour } = internet
      await using arrived = await openWitness(laptop.namespace, 'icmp type echo-request')
      await neighbour.ip(
        'addr add 192.168.2.200/32 dev eth0',
        `route replace 192.168.2.0/24 via ${await router.uplinkAddress()}`,
      )
      await neighbour.outcome([
        'ping',
        '-c',
        '2',
        '-i',
        '0.2',
        '-W',
        '1',
        '-I',
        '192.168.2.200',
        (await laptop.address()) ?? '',
      ])
      assert.equal(await arrived.packets(), 0)
    },
  )
}
