import assert from 'node:assert/strict'
import { routerSide } from '../../../router/model/home/dhcp/subnet.ts'
import { openStories } from '../../home/story.ts'
import { type GroupListener, listen, say } from '../../probes/group-listener.ts'
import { search, sendTo } from '../../probes/searcher.ts'
import {
  MDNS,
  mSearch,
  probe,
  probeMatches,
  SSDP,
  serviceAnswer,
  serviceQuery,
  ssdpAnswer,
  WS_DISCOVERY,
} from './discovery.fixture.ts'

const PORTS = [8008, 1400, 8009, 51_826, 631, 5540, 5357, 5580]
/** No rule permits it. */
const ANOTHER_PORT = 22

/** The phone may connect to the ports of the thing that it has an endpoint for, and the thing to nothing. */
const story = await openStories({
  phone: { Policies: ['dns'], DeviceTags: ['things'], listens: [7000] },
  thing: { Policies: ['dns'], listens: [...PORTS, ANOTHER_PORT] },
  stranger: { Policies: ['dns'] },
})

interface Exchange {
  readonly group: string
  readonly question: Buffer
  /** The answer of a device at this address. */
  readonly answer: (ip: string) => Buffer
  /** The port of the connection that follows. */
  readonly port: number
  /** The answer is sent to the group, and not to the port that has asked. */
  readonly isMulticast?: true
}

const upnp = (type: string, port: number): Exchange => ({
  group: SSDP,
  question: mSearch(type),
  answer: (ip) => ssdpAnswer(type, `http://${ip}:${port}/description.xml`, 'thing'),
  port,
})

const legacy = (type: string, port: number): Exchange => ({
  group: MDNS,
  question: serviceQuery(type),
  answer: (ip) => serviceAnswer(type, { port, ip }, { isLegacy: true }),
  port,
})

const multicast = (type: string, port: number, form = {}): Exchange => ({
  group: MDNS,
  question: serviceQuery(type, form),
  answer: (ip) => serviceAnswer(type, { port, ip }, { isLegacy: false }),
  port,
  isMulticast: true,
})

const EXCHANGES: Readonly<Record<string, Exchange>> = {
  'SSDP of a DIAL television': upnp('urn:dial-multiscreen-org:service:dial:1', 8008),
  'SSDP of a Sonos speaker': upnp('urn:schemas-upnp-org:device:ZonePlayer:1', 1400),
  'mDNS of a Chromecast': multicast('_googlecast._tcp', 8009),
  'mDNS of a Chromecast, asked from another port': legacy('_googlecast._tcp', 8009),
  'mDNS of a HomeKit accessory, asked for a unicast answer': multicast('_hap._tcp', 51_826, { unicast: true }),
  'mDNS of a printer, asked from another port': legacy('_ipp._tcp', 631),
  'mDNS of a Matter device': multicast('_matter._tcp', 5540),
  'mDNS of a Matter device that is commissioned, asked from another port': legacy('_matterc._udp', 5580),
  'WS-Discovery of a scanner': {
    group: WS_DISCOVERY,
    question: probe(),
    answer: (ip) => probeMatches(`http://${ip}:5357/scan`),
    port: 5357,
  },
}

story('the owner permits some ports of a thing', async (home) => {
  const { router, thing } = home
  await home.gather()
  const settings = (await router.api('/multicastSettings')) as { Addresses: object[] }
  await router.api('/multicastSettings', { ...settings, Addresses: [...settings.Addresses, WS_DISCOVERY] })
  await router.api('/firewall/multicast', { Port: '3702', Upstream: false })
  const IP = await thing.address()
  for (const port of PORTS)
    await router.api('/firewall/endpoint', {
      ...{ RuleName: `thing ${port}`, Protocol: 'tcp', IP, Port: `${port}`, Tags: ['things'] },
    })
})

let lastPort = 42_000

for (const [title, { group, question, answer, port, isMulticast }] of Object.entries(EXCHANGES))
  story(`${title}: question, answer, and only the permitted connection`, async ({ phone, thing, stranger }) => {
    const [thingIp, phoneIp] = [(await thing.address())!, (await phone.address())!]
    const own = answer(thingIp)
    const [asked, strangerEar, phoneEar] = await listen(group, thing, stranger, phone)
    const source = isMulticast ? portOf(group) : ++lastPort
    const ask = async (device: typeof phone, ear: GroupListener) => {
      if (!isMulticast) return await search(device, group, question, source)
      await say(device, group, question)
      return ear
    }
    const forbidden = await ask(stranger, strangerEar!)
    const permitted = await ask(phone, phoneEar!)
    const questioner = await asked!.receivedFrom(isMulticast ? phoneIp : routerSide(thingIp))

    const unsolicited = Buffer.concat([own.subarray(0, -1), Buffer.of(own.at(-1)! ^ 1)])
    await sendTo(thing, `${await stranger.address()}:${source}`, own, portOf(group))
    await sendTo(thing, `${phoneIp}:${source}`, unsolicited, portOf(group))
    if (isMulticast) await say(thing, group, own)
    else await sendTo(thing, questioner, own, portOf(group))
    assert.equal(await permitted.received(own), `${thingIp}:${portOf(group)}`)
    assert.ok(!permitted.hasReceived(unsolicited))
    assert.ok(!forbidden.hasReceived(own))

    assert.ok(await phone.reaches(thing, port))
    assert.ok(!(await phone.reaches(thing, ANOTHER_PORT)))
    assert.ok(!(await thing.reaches(phone, 7000)))
    assert.ok(!(await stranger.reaches(thing, port)))
  })

const portOf = (group: string): number => Number(group.split(':')[1])
