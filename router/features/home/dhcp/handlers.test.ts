import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { dhcpSocket, subnet } from '../../../model/home/dhcp/contract.ts'
import type { Request } from '../../../model/operation.ts'
import { dhcpSocketHandlers, subnetHandlers } from './handlers.ts'
import { deviceOf, openHousehold, PHONE, PRINTER, STRANGER } from './household.fixture.ts'

const caller = { name: 'admin', kind: 'user', address: '127.0.0.1' } as const
const KEY = '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='

/** A call with a body as a client sends it, through the contract's own schema. */
const call = <B extends z.ZodType>(schema: B, body: unknown): Request<{ summary: ''; tag: ''; body: B }> =>
  ({ params: {}, query: {}, body: schema.parse(body), caller }) as Request<{ summary: ''; tag: ''; body: B }>

async function openSubnets() {
  const home = await openHousehold()
  const { read, update } = subnetHandlers(home, (_, edit) => home.change(edit))
  return {
    ...home,
    read: () => read({ params: {}, query: {}, body: undefined, caller }),
    put: async (body: unknown) => update({ ...call(subnet.update.details.body, body), query: { confirm: undefined } }),
  }
}

test('networks are kept by their network address, and an empty lease time stays', async () => {
  const { put, read } = await openSubnets()
  const stored = { TinyNets: ['192.168.7.0/24', '10.8.0.0/16'], LeaseTime: '24h0m0s' }
  assert.deepEqual(await put({ TinyNets: ['192.168.7.5/24', ' 10.8.3.4/16'], LeaseTime: '' }), stored)
  assert.deepEqual(await read(), stored)
  assert.deepEqual(await put({ TinyNets: ['192.168.7.0/24'], LeaseTime: '12h' }), {
    TinyNets: ['192.168.7.0/24'],
    LeaseTime: '12h',
  })
})

test('invalid subnets and lease times are rejected, and nothing changes', async () => {
  const { put, facts, change } = await openSubnets()
  await change((draft) => {
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '192.168.1.20/24', router: '192.168.1.1', routes: [] })
    draft.interfaces.put('wan1', {
      Name: 'wan1',
      Type: 'Uplink',
      Subtype: 'ethernet',
      Enabled: true,
      DisableDHCP: true,
      IP: '10.4.0.9/16',
      Router: '10.4.0.1',
    })
  })
  const before = facts.setting('subnet')
  const refused = (TinyNets: string[], says: RegExp, LeaseTime = '24h0m0s') =>
    assert.rejects(put({ TinyNets, LeaseTime }), says)
  await refused([], /home\.networkNeeded/)
  await refused(['fd00::/64'], /TinyNets\[0\]: must be an IPv4 network/)
  await refused(['192.168.2.0/24', '10.0.0.0/25'], /TinyNets\[1\]: must have a prefix length/)
  await refused(['10.0.0.0/7'], /prefix length/)
  await refused(['127.0.0.0/8'], /no addresses for devices/)
  await refused(['239.1.0.0/16'], /no addresses for devices/)
  await refused(['10.0.0.0/16', '10.0.7.0/24'], /TinyNets\[1\]: overlaps 10\.0\.0\.0\/16/)
  await refused(['192.168.0.0/16'], /192\.168\.1\.0\/24, the network of the uplink wan0/)
  await refused(['10.4.0.0/24'], /the uplink wan1/)
  await refused(['192.168.2.0/24'], /LeaseTime/, 'a day')
  await refused(['192.168.2.0/24'], /LeaseTime/, '100h')
  await assert.rejects(put({ TinyNets: ['192.168.2.0/24'] }), 'both fields are required')
  assert.equal(facts.setting('subnet'), before)
})

test('a reservation returns the address of the device, or reserves a free one', async () => {
  const { grants, bus } = await openHousehold({ devices: [deviceOf(PRINTER, { RecentIP: '192.168.2.2' })] })
  const handlers = dhcpSocketHandlers({ grants, bus })
  const reserve = async (Identifier: string) => handlers.reserve(call(dhcpSocket.reserve.details.body, { Identifier }))
  const terms = { DNSIP: '192.168.2.1', LeaseTime: '24h0m0s' }
  assert.deepEqual(await reserve(PRINTER.toUpperCase()), {
    Identifier: PRINTER,
    IP: '192.168.2.2',
    RouterIP: '192.168.2.1',
    ...terms,
  })
  assert.deepEqual(await reserve(KEY), { Identifier: KEY, IP: '192.168.2.6', RouterIP: '192.168.2.5', ...terms })
  assert.deepEqual(await reserve(KEY), { Identifier: KEY, IP: '192.168.2.6', RouterIP: '192.168.2.5', ...terms })
  await assert.rejects(reserve('pending'), /Identifier/)
  await assert.rejects(reserve('nonsense'), /Identifier/)
})

test('a request on the socket grants a lease, or is rejected with the reason', async () => {
  const { grants, facts, network, bus } = await openHousehold({ devices: [deviceOf(PHONE)] })
  const handlers = dhcpSocketHandlers({ grants, bus })
  const request = async (Iface: string) =>
    handlers.request(
      call(dhcpSocket.request.details.body, { MAC: PHONE.replaceAll(':', '-'), Iface, Name: "Mum's phone" }),
    )
  assert.equal(((await request('wlan0.4096')) as { IP: string }).IP, '192.168.2.2')
  assert.equal(facts.leases.get(PHONE)?.hostName, 'Mum-s-phone')
  assert.equal(network().members.get(PHONE)?.place?.link, 'wlan0.4096')
  await assert.rejects(request('wan0'), /No address is granted: uplink/)
})

test('an update reports a lease on the address that was reserved, or on a free one', async () => {
  const { grants, facts, bus, happened } = await openHousehold({
    devices: [deviceOf(PHONE, { RecentIP: '192.168.2.6' })],
  })
  const handlers = dhcpSocketHandlers({ grants, bus })
  grants.reserve(PRINTER)
  const update = async (IP: string, MAC = PRINTER) =>
    handlers.update(call(dhcpSocket.update.details.body, { IP, MAC, Iface: 'lan0', Name: 'printer', Router: '' }))
  await update('192.168.2.2')
  assert.equal(facts.leases.get(PRINTER)?.ip, '192.168.2.2')
  assert.deepEqual(happened.at(-1), {
    topic: 'dhcp:update',
    payload: { IP: '192.168.2.2', MAC: PRINTER, Name: 'printer', Iface: 'lan0', Router: '192.168.2.1' },
  })
  await assert.rejects(update('192.168.2.10'), /address in use/)

  await assert.rejects(update('192.168.2.6', STRANGER), /address in use/)
  await assert.rejects(update('192.168.2.7', STRANGER), /address in use/)
  await update('192.168.2.102', STRANGER)
  assert.equal(facts.devices.get(STRANGER)?.RecentIP, '192.168.2.102')
})
