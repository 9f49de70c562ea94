import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Driver } from '../drivers/driver.ts'
import { Refused, Unavailable } from '../errors.ts'
import { emptyDevice } from '../model/home/devices/device.ts'
import { emptyGroup } from '../model/home/groups/group.ts'
import { verbatim } from '../phrases/phrase.ts'
import { arrives, elementsOf, LAPTOP, openHome, PRINTER } from './home.fixture.ts'

test('a change is applied when it resolves', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  assert.match(await elementsOf(machine, 'internet_access'), /192\.168\.2\.6/)
  assert.equal(machine.ip.links.get('lan0')?.neighbours.get('192.168.2.6'), LAPTOP)
  assert.ok(machine.ip.links.get('lan0')?.addresses.has('192.168.2.5/30'))
})

test('a change of one device is one transaction that names no other', async () => {
  const { pass, transactions } = await openHome()
  await pass.change((draft) => arrives(draft, PRINTER, '192.168.2.10', ['wan']))
  const before = transactions.length
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan', 'dns']))
  assert.deepEqual(transactions.slice(before + 1), ['+ dns_access 192.168.2.6 . "lan0"'])
  assert.doesNotMatch(transactions[before]!, /192\.168\.2\.10/)
})

test('the next change restores a deleted table', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => arrives(draft, PRINTER, '192.168.2.10', ['wan']))
  await machine.nft('delete table inet sallyport')
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  assert.match(await elementsOf(machine, 'internet_access'), /192\.168\.2\.10/)
  assert.match(await elementsOf(machine, 'internet_access'), /192\.168\.2\.6/)
})

test('a change that the kernel rejects is undone in the store, and the caller gets the reason', async () => {
  const { machine, pass, facts } = await openHome()
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  await assert.rejects(
    () =>
      pass.change((draft) => {
        const laptop = draft.devices.get(LAPTOP)!
        draft.devices.put(LAPTOP, { ...laptop, Policies: ['wan', 'dns', 'lan'], DNSCustom: 'not an address' })
      }),
    Refused,
  )
  assert.equal(facts.devices.get(LAPTOP)?.DNSCustom, '')
  assert.doesNotMatch(await elementsOf(machine, 'lan_access'), /192\.168\.2\.6/)
  assert.match(await elementsOf(machine, 'internet_access'), /192\.168\.2\.6/)
  assert.deepEqual(pass.drift, [])
})

test('a rejected change fails even if the kernel state cannot be read', async () => {
  const refusing: Driver = {
    name: 'refusing',
    frame: ({ groups }) => new Map(groups.map(({ name }) => [name, { kind: 'group' }])),
    member: () => new Map(),
    read: async () => JSON.parse(''),
    async apply() {
      throw new Refused(verbatim('Operation not permitted'))
    },
  }
  const { pass, facts } = await openHome([refusing])
  await assert.rejects(() => pass.change((draft) => draft.groups.put('family', emptyGroup('family'))), Refused)
  assert.equal(facts.groups.has('family'), false)
})

test('a change that cannot be compiled is undone, and later changes succeed', async () => {
  const { machine, pass, facts } = await openHome()
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  const lease = {
    get ip(): string {
      throw new Error('that is no lease')
    },
  }
  await assert.rejects(() => pass.change((draft) => draft.leases.put(LAPTOP, lease as never)), /no lease/)
  assert.equal(facts.leases.get(LAPTOP)?.ip, '192.168.2.6')
  await pass.change((draft) => arrives(draft, PRINTER, '192.168.2.10', ['wan']))
  for (const ip of [/192\.168\.2\.6/, /192\.168\.2\.10/]) assert.match(await elementsOf(machine, 'internet_access'), ip)
})

test('a change that cannot be saved is undone in the kernel', async () => {
  const { machine, pass, facts, database } = await openHome()
  const begin = database.begin
  database.begin = (entries) => ({
    ...begin(entries),
    commit() {
      throw new Unavailable(verbatim('the disk is full'))
    },
  })
  await assert.rejects(() => pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan'])), Unavailable)
  assert.equal(facts.devices.get(LAPTOP), undefined)
  assert.doesNotMatch(await elementsOf(machine, 'internet_access'), /192\.168\.2\.6/)
})

test('a watcher that fails affects neither the change nor other watchers', async () => {
  const { pass, facts, complaints } = await openHome()
  const seen: string[] = []
  using _failing = pass.watch(() => {
    throw new Error('what was that?')
  })
  using _listening = pass.watch((entries) => void seen.push(...entries.map(({ key }) => key)))
  await pass.change((draft) => draft.groups.put('family', emptyGroup('family')))
  assert.ok(facts.groups.has('family'))
  assert.deepEqual([seen, complaints], [['family'], ['a watcher of changes failed']])
})

test('the state is copied between changes, never during one', async () => {
  const { pass, database } = await openHome()
  const begin = database.begin
  let isUnderWay = false
  database.begin = (entries) => {
    const saving = begin(entries)
    isUnderWay = true
    return {
      ...saving,
      commit() {
        saving.commit()
        isUnderWay = false
      },
    }
  }
  const seen: boolean[] = []
  await Promise.all([
    pass.change((draft) => draft.groups.put('family', emptyGroup('family'))),
    pass.between(() => void seen.push(isUnderWay)),
    pass.change((draft) => draft.groups.put('guests', emptyGroup('guests'))),
  ])
  assert.deepEqual(seen, [false])
})

test('simultaneous changes are made one after the other', async () => {
  const { pass, facts } = await openHome()
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      pass.change((draft) => {
        const had = draft.devices.get(LAPTOP) ?? emptyDevice()
        draft.devices.put(LAPTOP, { ...had, MAC: LAPTOP, DeviceTags: [...had.DeviceTags, `tag${i}`] })
      }),
    ),
  )
  assert.equal(facts.devices.get(LAPTOP)?.DeviceTags.length, 20)
})
