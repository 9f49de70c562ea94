import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused, Unavailable } from '../errors.ts'
import { openBus } from '../events/bus.ts'
import type { Drift } from '../events/catalogue.ts'
import { emptyDevice, type Policy } from '../features/devices/device.ts'
import { emptyGroup } from '../features/groups/group.ts'
import { type FakeMachine, fakeMachine } from '../machine/fake.ts'
import { openDatabase } from '../store/database.ts'
import type { Draft } from '../store/facts.ts'
import { openLedger } from '../store/ledger.ts'
import { ipToNumber } from '../values/ip.ts'
import type { Connection } from '../wire/conntrack.ts'
import type { Driver } from './driver.ts'
import { linksDriver } from './links/driver.ts'
import { nftDriver } from './nft/driver.ts'
import { openPass } from './pass.ts'

const LAPTOP = '02:00:00:00:00:01'
const PRINTER = '02:00:00:00:00:02'

const arrives = (draft: Draft, MAC: string, RecentIP: string, Policies: Policy[], Groups: string[] = []): void => {
  draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP, Policies, Groups })
  draft.leases.put(MAC, { mac: MAC, link: 'lan0', ip: RecentIP, hostName: '', expiresAt: 0 })
}

/** As the kernel tracks it: TCP with a port, ICMP without. */
const connection = (
  source: string,
  destination: string,
  port: number | undefined,
  answeredBy = destination,
): Connection => ({
  protocol: port === undefined ? 1 : 6,
  port,
  original: { source, destination, packets: 0, bytes: 0 },
  reply: { source: answeredBy, destination: source, packets: 0, bytes: 0 },
  entry: new Uint8Array(),
})

async function openHome(more: Driver[] = []) {
  const fake = fakeMachine()
  const transactions: string[] = []
  const machine: FakeMachine = {
    ...fake,
    async nft(text) {
      transactions.push(text)
      await fake.nft(text)
    },
  }
  for (const link of ['wan0', 'lan0']) machine.ip.plug(link)
  const database = openDatabase(':memory:')
  const ledger = openLedger()
  ledger.post(database.load())
  const complaints: string[] = []
  const bus = openBus(() => undefined)
  const drivers = [nftDriver(machine), linksDriver(machine), ...more]
  const onFailure = (what: string): void => void complaints.push(what)
  const pass = openPass({ machine, ledger, database, drivers, bus, onFailure })
  await pass.converge()
  await pass.change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: '', Enabled: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: '', Enabled: true })
  })
  return { machine, pass, bus, database, facts: ledger.facts, transactions, complaints }
}

/** Elements of a map as the kernel has them. */
async function elementsOf(machine: FakeMachine, map: string): Promise<string> {
  return JSON.stringify(await machine.nftList(`list map inet sallyport ${map}`))
}

test('a change is in force when it resolves', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  assert.match(await elementsOf(machine, 'internet_access'), /192\.168\.2\.6/)
  assert.equal(machine.ip.links.get('lan0')?.neighbours.get('192.168.2.6'), LAPTOP)
  assert.ok(machine.ip.links.get('lan0')?.addresses.has('192.168.2.5/30'))
})

test('a pass run twice does nothing the second time', async () => {
  const { pass, transactions } = await openHome()
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  const before = transactions.length
  await pass.converge()
  assert.equal(transactions.length, before)
})

test('a change of one device is one transaction that names no other', async () => {
  const { pass, transactions } = await openHome()
  await pass.change((draft) => arrives(draft, PRINTER, '192.168.2.10', ['wan']))
  const before = transactions.length
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan', 'dns']))
  assert.deepEqual(transactions.slice(before + 1), [
    'add table inet sallyport\nadd element inet sallyport dns_access { 192.168.2.6 . "lan0" : accept }',
  ])
  assert.doesNotMatch(transactions[before]!, /192\.168\.2\.10/)
})

test('a table that was swept away is back with the next change', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => arrives(draft, PRINTER, '192.168.2.10', ['wan']))
  await machine.nft('delete table inet sallyport')
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  assert.match(await elementsOf(machine, 'internet_access'), /192\.168\.2\.10/)
  assert.match(await elementsOf(machine, 'internet_access'), /192\.168\.2\.6/)
})

test('what the kernel refuses is undone in the store, and the caller hears the reason', async () => {
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

test('a refusal counts, also when nobody can read what is there', async () => {
  const refusing: Driver = {
    name: 'refusing',
    frame: ({ groups }) => new Map(groups.map(({ name }) => [name, ''])),
    member: () => new Map(),
    read: async () => JSON.parse(''),
    async apply() {
      throw new Refused('Operation not permitted')
    },
  }
  const { pass, facts } = await openHome([refusing])
  await assert.rejects(() => pass.change((draft) => draft.groups.put('family', emptyGroup('family'))), Refused)
  assert.equal(facts.groups.has('family'), false)
})

test('what makes no Network is undone, and later changes hold', async () => {
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

test('what the disk will not take is undone in the kernel', async () => {
  const { machine, pass, facts, database } = await openHome()
  const begin = database.begin
  database.begin = (entries) => ({
    ...begin(entries),
    commit() {
      throw new Unavailable('the disk is full')
    },
  })
  await assert.rejects(() => pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan'])), Unavailable)
  assert.equal(facts.devices.get(LAPTOP), undefined)
  assert.doesNotMatch(await elementsOf(machine, 'internet_access'), /192\.168\.2\.6/)
})

test('who fails on hearing of a change does not make it fail, nor keep it from the others', async () => {
  const { pass, facts, complaints } = await openHome()
  const heard: string[] = []
  using _failing = pass.watch(() => {
    throw new Error('what was that?')
  })
  using _listening = pass.watch((entries) => void heard.push(...entries.map(({ key }) => key)))
  await pass.change((draft) => draft.groups.put('family', emptyGroup('family')))
  assert.ok(facts.groups.has('family'))
  assert.deepEqual([heard, complaints], [['family'], ['who listens to changes failed']])
})

test('a driver that fails is reported as drift and tried again, and the others go on', async () => {
  let broken = true
  const applied: string[] = []
  const radio: Driver = {
    name: 'radio',
    frame: () => new Map([['channel', '36']]),
    member: () => new Map(),
    read: async () => new Map(broken ? [] : applied.map((key) => [key, '36'])),
    async apply(steps) {
      if (broken) throw new Error('unplugged')
      applied.push(...steps.map(({ key }) => key))
      return []
    },
  }
  const { machine, pass, bus } = await openHome([radio])
  const heard: Drift[][] = []
  using _listening = bus.subscribe('system:drift', ({ drift }) => heard.push(drift))
  assert.deepEqual(
    pass.drift.map(({ driver }) => driver),
    ['radio'],
  )
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  assert.match(await elementsOf(machine, 'internet_access'), /192\.168\.2\.6/)
  broken = false
  await machine.clock.step(1000)
  await pass.converge()
  assert.deepEqual(applied, ['channel'])
  assert.deepEqual(pass.drift, [])
  assert.deepEqual(heard.at(-1), [])
})

test('a change that nothing reported is undone within a minute', async () => {
  const { machine, pass } = await openHome()
  await machine.nft('add element inet sallyport lan_access { 192.168.2.10 . "lan0" : accept }')
  await machine.clock.step(60_000)
  await pass.converge()
  assert.doesNotMatch(await elementsOf(machine, 'lan_access'), /192\.168\.2\.10/)
})

test('a firewall that cannot be read is not taken for one that is not there', async () => {
  const { machine, pass, transactions } = await openHome()
  const before = transactions.length
  Object.assign(machine, {
    nftList: async () => {
      throw new Refused('Device or resource busy')
    },
  })
  await pass.converge()
  assert.equal(transactions.length, before)
  assert.deepEqual(
    pass.drift.map(({ driver }) => driver),
    ['nft'],
  )
})

test('a firewall that another program changed is repaired when the kernel reports it', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => arrives(draft, PRINTER, '192.168.2.10', ['wan']))
  for (const command of [
    'insert rule inet sallyport forward accept',
    'add element inet sallyport lan_access { 192.168.2.10 . "lan0" : accept }',
    'flush ruleset',
  ]) {
    await machine.run(['nft', command])
    await pass.change(() => undefined)
    const table = JSON.stringify(await machine.nftList('list table inet sallyport'))
    assert.match(table, /"internet_access".*192\.168\.2\.10/)
    assert.doesNotMatch(await elementsOf(machine, 'lan_access'), /192\.168\.2\.10/)
    assert.doesNotMatch(table, /"chain":"forward","expr":\["accept"\]/)
    await machine.clock.step(20_000)
  }
})

test('what another program changed is drift until it is repaired', async () => {
  const { machine, pass, bus } = await openHome()
  const published: Drift[][] = []
  using _listening = bus.subscribe('system:drift', ({ drift }) => published.push(drift))
  await machine.run(['nft', 'insert rule inet sallyport forward accept'])
  await pass.change(() => undefined)
  const reason = 'changed by another program, and being repaired'
  assert.deepEqual(published, [[{ driver: 'nft', what: 'chain forward', reason }], []])
  assert.deepEqual(pass.drift, [])
})

test('a route that another program deleted is drift until it is restored', async () => {
  const { machine, pass, bus } = await openHome()
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  const published: Drift[][] = []
  using _listening = bus.subscribe('system:drift', ({ drift }) => published.push(drift))
  const net = { base: ipToNumber('192.168.2.4'), prefix: 30 }
  const route = { kind: 'connected route', link: 'lan0', net, source: '192.168.2.5' } as const
  await machine.clock.step(20_000)
  await machine.changeLinks([{ ...route, present: false }])
  await pass.change(() => undefined)
  assert.deepEqual(
    published.map((drift) => drift.map(({ what }) => what)),
    [['connected lan0 192.168.2.4/30'], []],
  )
  assert.equal(machine.ip.links.get('lan0')?.connected.get('192.168.2.4/30'), '192.168.2.5')
})

test('connections that were opened while the firewall was changed end with the repair, unless they are permitted', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => {
    arrives(draft, LAPTOP, '192.168.2.6', ['wan'])
    arrives(draft, PRINTER, '192.168.2.10', [])
  })
  for (const command of [
    'insert rule inet sallyport forward accept',
    'add element inet sallyport internet_access { 192.168.2.10 . "lan0" : accept }',
    'flush ruleset',
  ]) {
    machine.ip.flows.push(connection('192.168.2.6', '1.2.3.4', 443), connection('192.168.2.10', '1.2.3.4', 443))
    await machine.run(['nft', command])
    await pass.change(() => undefined)
    assert.deepEqual([...new Set(machine.ip.flows.map(({ original }) => original.source))], ['192.168.2.6'], command)
    await machine.clock.step(20_000)
  }
})

test('the router’s own changes of the firewall cause no reading of it', async () => {
  const { machine, pass } = await openHome()
  let lists = 0
  const { nftList } = machine
  Object.assign(machine, {
    nftList: (...listed: Parameters<typeof nftList>) => {
      lists++
      return nftList(...listed)
    },
  })
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['dns']))
  assert.equal(lists, 0)
})

test('changes in a loop are repaired less and less often, and are drift meanwhile', async () => {
  const { machine, pass, transactions } = await openHome()
  const before = transactions.length
  for (let second = 0; second < 60; second++) {
    await machine.run(['nft', 'insert rule inet sallyport forward accept'])
    await machine.clock.step(1000)
    await pass.change(() => undefined)
  }
  assert.ok(transactions.length - before < 20, `${transactions.length - before} repairs in a minute`)
  await machine.run(['nft', 'insert rule inet sallyport forward accept'])
  assert.match(JSON.stringify(pass.drift), /another program keeps changing it; repaired in \d s/)
  await machine.clock.step(5000)
  await pass.change(() => undefined)
  assert.doesNotMatch(
    JSON.stringify(await machine.nftList('list table inet sallyport')),
    /"forward","expr":\["accept"\]/,
  )
  assert.deepEqual(pass.drift, [])
})

test('a lost permission ends its connections, and leaves the others', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => {
    arrives(draft, LAPTOP, '192.168.2.6', ['wan', 'dns'])
    arrives(draft, PRINTER, '192.168.2.10', ['wan'])
  })
  machine.ip.flows.push(
    connection('192.168.2.6', '1.2.3.4', 443),
    connection('192.168.2.6', '192.168.2.1', 53),
    connection('192.168.2.10', '1.2.3.4', 443),
  )
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['dns']))
  assert.deepEqual(
    machine.ip.flows.map(({ original, port }) => [original.source, port]),
    [
      ['192.168.2.6', 53],
      ['192.168.2.10', 443],
    ],
  )
})

test('questions that are led to one resolver end when they are to be led to another', async () => {
  const { machine, pass } = await openHome()
  const asks = (DNSCustom: string, ...policies: Policy[]) =>
    pass.change((draft) => {
      arrives(draft, LAPTOP, '192.168.2.6', policies)
      draft.devices.put(LAPTOP, { ...draft.devices.get(LAPTOP)!, DNSCustom })
    })
  const ledTo = (resolver: string) => machine.ip.flows.push(connection('192.168.2.6', '8.8.8.8', 53, resolver))
  await asks('9.9.9.9', 'wan', 'dns')
  for (const [DNSCustom, kept] of [
    ['1.1.1.1', '1.1.1.1'],
    ['', '192.168.2.1'],
    ['9.9.9.9', '9.9.9.9'],
  ] as const) {
    for (const resolver of ['9.9.9.9', '1.1.1.1', '192.168.2.1']) ledTo(resolver)
    await asks(DNSCustom, 'wan', 'dns')
    assert.deepEqual([...new Set(machine.ip.flows.map(({ reply }) => reply.source))], [kept])
  }
  await asks('9.9.9.9', 'wan')
  assert.deepEqual(machine.ip.flows, [])
  assert.doesNotMatch(await elementsOf(machine, 'dns_custom'), /9\.9\.9\.9/)
})

test('noapi ends what leads to the admin app, whichever of the router’s addresses it was asked at', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => {
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] })
    arrives(draft, LAPTOP, '192.168.2.6', ['wan', 'dns'])
  })
  for (const address of ['192.168.2.1', '192.168.2.5', '203.0.113.7'])
    machine.ip.flows.push(connection('192.168.2.6', address, 80))
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan', 'dns', 'noapi']))
  assert.deepEqual(machine.ip.flows, [])
})

test('a router that starts again ends what it would not have let through', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => {
    arrives(draft, LAPTOP, '192.168.2.6', ['wan'])
    arrives(draft, PRINTER, '192.168.2.10', [])
  })
  machine.ip.flows.push(connection('192.168.2.6', '1.2.3.4', 443), connection('192.168.2.10', '1.2.3.4', 443))
  await pass.endForbidden()
  assert.deepEqual(
    machine.ip.flows.map(({ original }) => original.source),
    ['192.168.2.6'],
  )
})

test('a group that is switched off ends what its members had open', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => {
    draft.groups.put('family', emptyGroup('family'))
    arrives(draft, LAPTOP, '192.168.2.6', [], ['family'])
    arrives(draft, PRINTER, '192.168.2.10', [], ['family'])
  })
  machine.ip.flows.push(connection('192.168.2.6', '192.168.2.10', undefined))
  await pass.change((draft) => draft.groups.put('family', { ...emptyGroup('family'), Disabled: true }))
  assert.deepEqual(machine.ip.flows, [])
})

test('a copy of the state is kept between changes, and never in the middle of one', async () => {
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

test('changes asked for at once are made one after the other', async () => {
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
