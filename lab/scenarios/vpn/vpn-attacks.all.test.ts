import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { HOSTS, WEB } from '../../guests/addresses.ts'
import { addPeer, newKeys, peersOf } from '../../guests/peer.ts'
import { openRoadWarrior, type RoadWarrior } from '../../guests/roadwarrior.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStage } from '../../home/story.ts'
import { type DatagramRecord, recordDatagrams } from '../../probes/datagrams.ts'
import { sendForged, UDP } from '../../probes/forge.ts'
import { openWitness } from '../../probes/witness.ts'
import type { Program } from '../../process/program.ts'
import { until } from '../../process/until.ts'

const RESEND = fileURLToPath(new URL('../../guests/resend.ts', import.meta.url))
const PORT = 51_280
/** Types of messages: sections 5.4.2 to 5.4.6 of the WireGuard paper. */
const [INITIATION, DATA] = [1, 4]
/** The length of the answer to an initiation, with the UDP header. */
const RESPONSE_LENGTH = 100

const { home, story } = await openStage({ laptop: { Policies: ['wan', 'dns'] } })
const { router, internet } = home
const road = await openRoadWarrior(internet, home.dir)
const stranger = await openRoadWarrior(internet, home.dir, 'stranger-abroad', 78)
after(() => Promise.all([road, stranger].map((machine) => machine[Symbol.asyncDispose]())))

let phone: Awaited<ReturnType<typeof addPeer>>
let uplink = ''

const record = ({ namespace }: RoadWarrior): Promise<DatagramRecord> =>
  recordDatagrams(namespace, 'eth0', `udp dst port ${PORT}`)

/** A UDP datagram with its header, and without a checksum (RFC 768). */
function udp(sourcePort: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt16BE(sourcePort, 0)
  header.writeUInt16BE(PORT, 2)
  header.writeUInt16BE(8 + payload.length, 4)
  return Buffer.concat([header, payload])
}

/** Sends datagrams to the VPN server in the background. */
function resend(from: Namespace, payloads: readonly Buffer[], count: number, ...mode: string[]): Program {
  const file = join(from.dir, 'datagrams')
  writeFileSync(file, payloads.map((payload) => payload.toString('base64')).join('\n'))
  return from.start([process.execPath, RESEND, uplink, String(PORT), file, String(count), ...mode])
}

const peer = async () => (await peersOf(router)).find(({ PublicKey }) => PublicKey === phone.key)!

story('replayed packets are not accepted, and do not move the peer', async () => {
  await home.laptop.join()
  uplink = await router.uplinkAddress()
  phone = await addPeer(router, 'phone', { Policies: ['wan', 'dns'] })
  await using recorded = await record(road)
  await road.connect(phone)
  await until('the tunnel', () => road.reaches(WEB, 80))
  assert.equal((await road.namespace.outcome(['ping', '-c', '3', '-i', '0.2', WEB])).code, 0)
  const payloads = await recorded.atLeast(5)
  assert.ok(payloads.some(([type]) => type === INITIATION) && payloads.some(([type]) => type === DATA))
  const before = await peer()
  const sourcePort = Number(before.Endpoint.split(':')[1])

  await road.namespace.ip('link set eth0 down')
  await using decrypted = await openWitness(router.namespace, 'iifname wg0')
  await using answered = await openWitness(
    router.namespace,
    `udp sport ${PORT} udp length ${RESPONSE_LENGTH}`,
    'output priority 0',
  )
  await using arrived = await openWitness(router.namespace, `udp dport ${PORT}`)
  for (const payload of payloads)
    await sendForged(internet.neighbour, {
      ...{ source: road.address, destination: uplink, protocol: UDP },
      payload: udp(sourcePort, payload),
    })
  await resend(internet.neighbour, payloads, 100).line('done')
  await until('all packets', async () => (await arrived.packets()) >= payloads.length + 100)
  assert.deepEqual([await decrypted.packets(), await answered.packets()], [0, 0])
  const { Endpoint, LatestHandshake, TransferRx } = await peer()
  assert.deepEqual(
    [Endpoint, LatestHandshake, TransferRx],
    [before.Endpoint, before.LatestHandshake, before.TransferRx],
  )
  await road.namespace.ip('link set eth0 up', `route replace default via ${internet.addressing.gateway}`)
  // The other end of a cable that is put back may send up to a second later.
  await until('the former tunnel', () => road.reaches(WEB, 80))
  assert.ok((await decrypted.packets()) > 0, 'its own packets are accepted')
})

/** WireGuard repeats a handshake after five seconds: section 6.4 of its paper. Under load it asks for one, with a cookie. On a busy machine, several are lost. */
const REPEATED_MS = 60_000

for (const { title, mode, attempts } of [
  { title: 'from one port', mode: [], attempts: 1 },
  // The firewall limits new flows, those of one address more than all together.
  { title: 'from many ports', mode: ['ports'], attempts: 3 },
])
  story(`a flood of handshakes ${title} stops neither the home nor other peers`, async () => {
    const { PrivateKey } = await newKeys(router)
    await using recorded = await record(stranger)
    await stranger.connect({ ...phone, Interface: { ...phone.Interface, PrivateKey } })
    const initiations = (await recorded.atLeast(1)).slice(0, 1)
    await stranger.disconnect()
    await using stream = await road.stream(HOSTS[0]!, 7)
    await using arrived = await openWitness(router.namespace, `udp dport ${PORT} ip saddr ${stranger.address}`)
    const flood = resend(stranger.namespace, initiations, 4_000_000, ...mode)
    await until('the flood', async () => (await arrived.packets()) > 5000)
    for (let attempt = 0; attempt < 5; attempt++) {
      assert.ok(await home.laptop.fetch('http://www.test/'), 'the home')
      assert.equal((await router.ask({ path: '/status' })).status, 200, 'the API')
    }
    assert.ok(await stream.flows(5000), 'a connected peer')
    for (let attempt = 0; attempt < attempts; attempt++) {
      await road.disconnect()
      await road.connect(phone)
      await until('a new session', () => road.reaches(WEB, 80), REPEATED_MS)
    }
    assert.ok(flood.running, 'the flood continues')
    await flood.stop()
  })
