import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiler, openCompiler } from '../../compiler/compile.ts'
import { type Device, emptyDevice } from '../../model/home/devices/device.ts'
import { emptyGroup } from '../../model/home/groups/group.ts'
import { openMemoryFacts } from '../../store/memory.fixture.ts'
import { openPermissions } from './permissions.ts'

const [PHONE, TV, PRINTER] = ['192.168.2.6', '192.168.2.10', '192.168.2.14'] as const
const macOf = (ip: string) => `02:00:00:00:00:${ip.split('.')[3]!.padStart(2, '0')}`

/** A home with three devices that have internet access only, its permissions, and the number of evaluated look-ups of devices. */
async function open() {
  const { facts, change, watch } = openMemoryFacts()
  await change((draft) => {
    for (const ip of [PHONE, TV, PRINTER]) {
      const [mac, link] = [macOf(ip), `wlan0.${4000 + Number(ip.split('.')[3])}`]
      const device = { ...emptyDevice(), Name: ip, Policies: ['wan' as const], MAC: mac, RecentIP: ip }
      draft.devices.put(mac, { ...device, DHCPLastInterface: link })
      draft.leases.put(mac, { mac, ip, link, hostName: '', expiresAt: Number.MAX_SAFE_INTEGER })
      draft.stations.put(mac, { mac, link })
    }
  })
  const compiler: Compiler = openCompiler(facts)
  let lookUps = 0
  const permissions = openPermissions({
    network: () => compiler.network,
    memberAt(ip) {
      lookUps++
      return compiler.network.members.values().find(({ place }) => place?.ip === ip)
    },
  })
  watch((entries) => {
    compiler.update(entries)
    permissions.learn(entries)
  })
  const put = (ip: string, given: Partial<Device>) =>
    change((draft) => draft.devices.put(macOf(ip), { ...facts.devices.get(macOf(ip))!, ...given }))
  const verdicts = () => [permissions.mayConnect(PHONE, TV), permissions.mayConnect(TV, PHONE)]
  const lookUpsOf = (run: () => unknown): number => {
    const before = lookUps
    run()
    return lookUps - before
  }
  return { change, compiler, permissions, put, verdicts, lookUpsOf }
}

test('a verdict is stored until one of the two devices changes', async () => {
  const { put, verdicts, lookUpsOf, permissions } = await open()
  assert.deepEqual(verdicts(), [false, false])
  assert.equal(lookUpsOf(verdicts), 4, 'only those of the devices themselves')
  permissions.mayConnect(PHONE, PRINTER)
  await put(PRINTER, { Policies: ['wan', 'lan'] })
  assert.equal(lookUpsOf(verdicts), 4)
  assert.ok(permissions.mayConnect(PRINTER, PHONE))
  await put(PHONE, { Policies: ['lan'] })
  assert.deepEqual(verdicts(), [true, false])
  await put(TV, { Policies: ['quarantine'] })
  assert.deepEqual(verdicts(), [false, false])
  await put(TV, { Policies: ['lan'] })
  assert.deepEqual(verdicts(), [true, true])
})

test('rules, groups and addresses that change make verdicts invalid', async () => {
  const { change, put, verdicts } = await open()
  assert.deepEqual(verdicts(), [false, false])
  await put(PHONE, { DeviceTags: ['cast'] })
  const endpoint = {
    ...{ RuleName: 'tv', Protocol: 'tcp' as const, IP: TV, Domain: '', Port: '8009', Tags: ['cast'] },
    ...{ Disabled: false, Description: '' },
  }
  await change((draft) => draft.endpoints.put('tv', endpoint))
  assert.deepEqual(verdicts(), [true, false])
  await change((draft) => draft.endpoints.remove('tv'))
  assert.deepEqual(verdicts(), [false, false])
  await change((draft) => draft.groups.put('media', emptyGroup('media')))
  await put(PHONE, { Groups: ['media'] })
  await put(TV, { Groups: ['media'] })
  assert.deepEqual(verdicts(), [true, true])
  await change((draft) => draft.groups.put('media', { ...emptyGroup('media'), Disabled: true }))
  assert.deepEqual(verdicts(), [false, false])
})

test('verdicts of a change that failed are discarded', async () => {
  const { compiler, verdicts, lookUpsOf } = await open()
  verdicts()
  compiler.reset()
  assert.ok(lookUpsOf(verdicts) > 4)
})
