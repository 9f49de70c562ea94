import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../model/home/devices/device.ts'
import type { InterfaceConfig } from '../model/internet/links/interface.ts'
import type { Draft } from '../store/facts.ts'
import { openMemoryFacts } from '../store/memory.fixture.ts'
import { openCompiler } from './compile.ts'

const CAMERA = '02:00:00:00:00:01'
const LAPTOP = '02:00:00:00:00:02'
const trunk: InterfaceConfig = { Name: 'lan0', Type: 'Downlink', Subtype: 'VLAN-Trunk', Enabled: true }
const wan: InterfaceConfig = { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true }

async function openHome(...links: InterfaceConfig[]) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    for (const link of links) draft.interfaces.put(link.Name, link)
    put(draft, CAMERA, '7')
    put(draft, LAPTOP, '')
  })
  const compiler = openCompiler(facts)
  return {
    change,
    get frame() {
      return compiler.network.frame
    },
    update: async (edit: (draft: Draft) => void) => compiler.update(await change(edit)),
    place: (mac: string) => compiler.network.members.get(mac)?.place?.link,
  }
}

const put = (draft: Draft, MAC: string, VLANTag: string, Name = ''): void =>
  draft.devices.put(MAC, {
    ...emptyDevice(),
    MAC,
    VLANTag,
    Name,
    RecentIP: MAC === CAMERA ? '192.168.2.6' : '192.168.2.10',
  })

const sit = (draft: Draft, mac: string, link: string): void =>
  draft.leases.put(mac, { mac, link, ip: '', hostName: '', expiresAt: 0 })

test('a trunk has a link for each tag that a device has; another link has none', async () => {
  const home = await openHome(trunk, { ...trunk, Name: 'lan1', Subtype: '' })
  assert.deepEqual(home.frame.wired, ['lan0', 'lan1', 'lan0.7'])
  assert.deepEqual(home.frame.vlans, [{ link: 'lan0.7', parent: 'lan0', tag: 7 }])
})

test('adding or removing a tag changes the frame; other changes of a device do not', async () => {
  const home = await openHome(trunk)
  assert.equal((await home.update((draft) => put(draft, CAMERA, '7', 'door'))).frame, undefined)
  assert.equal((await home.update((draft) => draft.devices.put('02:00:00:00:00:03', emptyDevice()))).frame, undefined)
  await home.update((draft) => put(draft, LAPTOP, '12'))
  assert.deepEqual(home.frame.wired, ['lan0', 'lan0.7', 'lan0.12'])
  await home.update((draft) => draft.devices.remove(CAMERA))
  assert.deepEqual(home.frame.wired, ['lan0', 'lan0.12'])
  await home.update((draft) => draft.interfaces.put('lan0', { ...trunk, Subtype: '' }))
  assert.deepEqual(home.frame.wired, ['lan0'])
})

test('a device with a tag is admitted only on the link of that tag; one without on the link of its lease', async () => {
  const home = await openHome(trunk)
  await home.update((draft) => {
    sit(draft, CAMERA, 'lan0')
    sit(draft, LAPTOP, 'lan0.7')
  })
  assert.deepEqual([home.place(CAMERA), home.place(LAPTOP)], [undefined, 'lan0.7'])
  await home.update((draft) => sit(draft, CAMERA, 'lan0.7'))
  assert.equal(home.place(CAMERA), 'lan0.7')
  await home.update((draft) => put(draft, CAMERA, '8'))
  assert.equal(home.place(CAMERA), undefined)
})

test('without a trunk tags have no effect', async () => {
  const home = await openHome({ ...trunk, Subtype: '' })
  await home.update((draft) => sit(draft, CAMERA, 'lan0'))
  assert.equal(home.place(CAMERA), 'lan0')
})

test('a configured link with the name of a VLAN is not created', async () => {
  const home = await openHome(trunk, { ...trunk, Name: 'lan0.7', Subtype: 'ethernet' })
  assert.deepEqual(home.frame.vlans, [])
  assert.deepEqual(home.frame.wired, ['lan0', 'lan0.7'])
})

test('an uplink with a tag is the VLAN link, with its lease and address', async () => {
  const home = await openHome({ ...wan, VLAN: '35', MACOverride: '02:AA:00:00:00:01' })
  await home.update((draft) => {
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '198.51.100.7/24', router: '198.51.100.1', routes: [] })
    draft.uplinkLeases.put('wan0.35', { link: 'wan0.35', address: '81.2.69.7/24', router: '81.2.69.1', routes: [] })
    draft.uplinkHealth.put('wan0.35', { link: 'wan0.35', well: false })
  })
  assert.deepEqual(home.frame.vlans, [{ link: 'wan0.35', parent: 'wan0', tag: 35 }])
  assert.deepEqual(home.frame.uplinks, [
    {
      link: 'wan0.35',
      dhcp: true,
      address: '81.2.69.7/24',
      additional: [],
      router: '81.2.69.1',
      mark: 1,
      network: '',
      well: false,
    },
  ])
  assert.deepEqual(home.frame.readdressed, [{ link: 'wan0.35', mac: '02:aa:00:00:00:01' }])
})

test('a link with a random MAC address has the one that was saved for it', async () => {
  const home = await openHome({ ...wan, MACRandomize: true })
  assert.deepEqual(home.frame.readdressed, [])
  await home.update((draft) => draft.set('randomMacs', { wan0: '02:bb:00:00:00:01' }))
  assert.deepEqual(home.frame.readdressed, [{ link: 'wan0', mac: '02:bb:00:00:00:01' }])
})

test('additional addresses are compiled for household links', async () => {
  const AdditionalIPs = [{ IP: '10.8.0.1/24', Router: '' }]
  const home = await openHome({ ...trunk, AdditionalIPs }, { ...wan, AdditionalIPs })
  assert.deepEqual(home.frame.additional, [{ link: 'lan0', address: '10.8.0.1/24' }])
})

test('no device is on a link that was taken down, nor on a station link of it', async () => {
  const home = await openHome({ ...trunk, Subtype: '' })
  await home.update((draft) => {
    sit(draft, LAPTOP, 'wlan0.4096')
    draft.stations.put(LAPTOP, { mac: LAPTOP, link: 'wlan0.4096' })
    sit(draft, CAMERA, 'lan0')
    put(draft, CAMERA, '')
  })
  assert.deepEqual([home.place(LAPTOP), home.place(CAMERA)], ['wlan0.4096', 'lan0'])
  for (const link of ['wlan0.4096', 'lan0']) await home.update((draft) => draft.downLinks.put(link, { link }))
  assert.deepEqual([home.place(LAPTOP), home.place(CAMERA)], [undefined, undefined])
  assert.deepEqual([home.frame.down, home.frame.wired], [['lan0', 'wlan0.4096'], []])
  await home.update((draft) => draft.downLinks.remove('wlan0.4096'))
  assert.equal(home.place(LAPTOP), 'wlan0.4096')
})

test('the tunnel of the VPN server fits through the smallest uplink, and only uplinks change the frame', async () => {
  const home = await openHome(wan, trunk)
  const link = (name: string, mtu: number) => ({ name, index: 2, mac: '02:00:00:00:00:09', up: true, mtu })
  const vpn = { PrivateKey: 'sealed', PublicKey: '', Up: true, Port: 51_280, Endpoints: [] }
  await home.update((draft) => draft.set('vpn', vpn))
  assert.equal(home.frame.tunnels[0]?.mtu, 1420)
  await home.update((draft) => draft.links.put('wan0', link('wan0', 1460)))
  assert.equal(home.frame.tunnels[0]?.mtu, 1380)
  assert.equal((await home.update((draft) => draft.links.put('lan0', link('lan0', 1280)))).frame, undefined)
  await home.update((draft) => draft.links.put('wan0', link('wan0', 9001)))
  assert.equal(home.frame.tunnels[0]?.mtu, 1420)
})
