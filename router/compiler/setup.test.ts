import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SETUP_SSID } from '../model/home/setup/network.ts'
import { newRadio } from '../model/wifi/radios/radio.ts'
import { openMemoryFacts } from '../store/memory.fixture.ts'
import { formatSubnet } from '../values/subnet.ts'
import { compile } from './compile.ts'
import { decide } from './firewall/decide.ts'

const CLIENT = '02:00:00:00:00:07'
const LINK = 'wlan0.ap0.4096'

/** A router with two radios that is not set up, and a client of its setup network. */
async function open() {
  const memory = openMemoryFacts()
  await memory.change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    for (const name of ['wlan1', 'wlan0']) {
      draft.interfaces.put(name, { Name: name, Type: 'AP', Subtype: '', Enabled: true })
      draft.radios.put(name, newRadio(name, '', []))
    }
    draft.setupNetworks.put(SETUP_SSID, { passphrase: 'a passphrase' })
    draft.stations.put(CLIENT, { mac: CLIENT, link: LINK })
    draft.setupLeases.put(CLIENT, { mac: CLIENT, link: LINK, ip: '192.168.222.6' })
  })
  const network = () => compile(memory.facts)
  const shown = () =>
    network().frame.accessPoints.map(({ link, guest, hidden, settings }) => ({
      link,
      guest: guest?.Ssid,
      hidden: hidden === true,
      channel: settings.channel,
    }))
  return { ...memory, network, shown }
}

test('before the setup, the first radio shows the setup network alone, without a country', async () => {
  const { shown, network } = await open()
  assert.deepEqual(shown(), [{ link: 'wlan0', guest: 'spr-setup', hidden: true, channel: 1 }])
  assert.equal(network().frame.accessPoints[0]?.guest?.Passphrase, 'a passphrase')
  assert.deepEqual(network().frame.nets.map(formatSubnet), ['192.168.2.0/24', '192.168.222.0/24'])
})

test('with a country, the first radio has the network of the home as well', async () => {
  const { shown, change } = await open()
  await change((draft) => {
    for (const [name, radio] of [...draft.radios.rows()])
      draft.radios.put(name, { ...radio, Settings: { ...radio.Settings, country_code: 'DE', channel: 6 } })
  })
  assert.deepEqual(shown(), [
    { link: 'wlan0', guest: 'spr-setup', hidden: false, channel: 6 },
    { link: 'wlan1', guest: undefined, hidden: false, channel: 6 },
  ])
})

test('after the setup, nothing of its network is left', async () => {
  const { shown, network, change } = await open()
  assert.equal(network().members.size, 1)
  await change((draft) => {
    draft.setupNetworks.remove(SETUP_SSID)
    draft.setupLeases.remove(CLIENT)
  })
  assert.deepEqual(shown(), [])
  assert.deepEqual(network().frame.nets.map(formatSubnet), ['192.168.2.0/24'])
  assert.equal(network().members.size, 0)
})

test('a guest network takes the place of the setup network, and its stations are guests', async () => {
  const { shown, network, change } = await open()
  await change((draft) => {
    const radio = draft.radios.get('wlan0')!
    const Guest = { Ssid: 'Guests', Wpa3: true, Passphrase: 'come on in', Until: 0 }
    draft.radios.put('wlan0', { ...radio, Settings: { ...radio.Settings, country_code: 'DE' }, Guest })
  })
  assert.deepEqual(shown(), [{ link: 'wlan0', guest: 'Guests', hidden: false, channel: 1 }])
  assert.deepEqual([network().frame.setup, network().members.size], [undefined, 0])
})

test('the setup network does not overlap those of the home or of an uplink', async () => {
  const { network, change } = await open()
  const pool = () => network().frame.setup && formatSubnet(network().frame.setup!.net)
  await change((draft) => draft.set('subnet', { TinyNets: ['192.168.0.0/16'], LeaseTime: '24h0m0s' }))
  assert.equal(pool(), '172.31.222.0/24')
  const lease = { link: 'wan0', address: '172.31.222.9/24', router: '172.31.222.1', routes: [] }
  await change((draft) => draft.uplinkLeases.put('wan0', lease))
  assert.equal(pool(), '10.222.222.0/24')
})

test('a client has its address, and the only name that resolves is that of the router', async () => {
  const { network } = await open()
  assert.deepEqual(network().members.get(CLIENT), {
    identity: CLIENT,
    place: { mac: CLIENT, ip: '192.168.222.6', routerIp: '192.168.222.5', link: LINK },
    peer: undefined,
    passphrase: undefined,
    admissions: [
      { map: 'dhcp_access', key: [LINK, CLIENT] },
      { map: 'ethernet_filter', key: ['192.168.222.6', LINK, CLIENT] },
    ],
    dnsClient: {
      ...{ ip: '192.168.222.6', mac: CLIENT, family: false, quarantine: false, tags: [] },
      setupHost: '192.168.222.1',
    },
    names: [],
  })
})

test('a client reaches the setup page and the resolver of the router, and nothing else', async () => {
  const { network, change } = await open()
  const other = '02:00:00:00:00:08'
  await change((draft) => {
    draft.stations.put(other, { mac: other, link: 'wlan0.ap0.4097' })
    draft.setupLeases.put(other, { mac: other, link: 'wlan0.ap0.4097', ip: '192.168.222.10' })
  })
  const members = [...network().members.values()]
  const verdict = (destination: string, protocol: 'tcp' | 'udp', port: number, source = '192.168.222.6') =>
    decide(network(), (ip) => members.find(({ place }) => place?.ip === ip), { source, destination, protocol, port })
      .verdict
  for (const router of ['192.168.2.1', '192.168.222.1', '192.168.222.5']) {
    assert.equal(verdict(router, 'tcp', 80), 'accept', router)
    assert.equal(verdict(router, 'tcp', 22), 'drop', router)
    assert.equal(verdict(router, 'udp', 5353), 'drop', router)
  }
  assert.equal(verdict('192.168.2.1', 'udp', 53), 'accept')
  assert.equal(verdict('81.2.69.1', 'tcp', 80), 'drop')
  assert.equal(verdict('192.168.222.10', 'tcp', 80), 'drop')
  assert.equal(verdict('192.168.2.6', 'tcp', 80), 'drop')
})
