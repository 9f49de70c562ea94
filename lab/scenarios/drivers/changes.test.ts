import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLinux } from '../../../router/machine/linux.ts'
import { type LinkChange, MAIN_TABLE } from '../../../router/machine/routing.ts'
import type { Addition } from '../../../router/wire/nft-additions.ts'

const LINK = 'changing0'

/** A link of this test's own, up and without addresses. */
async function openLink() {
  const machine = openLinux()
  await machine.run(['ip', 'link', 'add', LINK, 'type', 'veth', 'peer', 'name', 'changing1'])
  await machine.run(['ip', 'link', 'set', LINK, 'up'])
  return {
    machine,
    async [Symbol.asyncDispose]() {
      await machine.run(['ip', 'link', 'delete', LINK])
      await machine[Symbol.asyncDispose]()
    },
  }
}

const address = (ip: string, present: boolean): LinkChange => ({ kind: 'address', link: LINK, present, ip, prefix: 24 })
const route = (gateway: string, source: string): LinkChange => ({
  kind: 'default route',
  link: LINK,
  present: true,
  table: MAIN_TABLE,
  metric: 9,
  gateway,
  source,
})

test('a route needs its source address; its gateway may be outside of the network', async () => {
  await using link = await openLink()
  const failures = await link.machine.changeLinks([
    route('192.0.2.1', '192.0.2.7'),
    address('192.0.2.7', true),
    route('192.0.2.1', '198.51.100.7'),
    route('198.51.100.1', '192.0.2.7'),
  ])
  assert.deepEqual(failures, [
    { missing: true, reason: 'Invalid prefsrc address' },
    undefined,
    { missing: true, reason: 'Invalid prefsrc address' },
    undefined,
  ])
})

test('more changes than fit in one batch are applied in order', async () => {
  await using link = await openLink()
  const { machine } = link
  const addresses = Array.from({ length: 500 }, (_, i) => `10.${i >> 8}.${i & 255}.1`)
  const changes = addresses.flatMap((ip, i) => (i % 2 ? [address(ip, true), address(ip, false)] : [address(ip, true)]))
  const failures = await machine.changeLinks(changes)
  assert.deepEqual(failures, new Array(changes.length).fill(undefined))
  const shown = JSON.parse(await machine.run(['ip', '-j', '-4', 'address', 'show', LINK]))
  assert.deepEqual(
    shown[0].addr_info.map(({ local }: { local: string }) => local),
    addresses.filter((_, i) => i % 2 === 0),
  )
})

test('rules and elements that another program adds are deleted before they are reported, and nothing else', async () => {
  const machine = openLinux()
  const TABLE = 'inet undone'
  await machine.nft(
    [
      `add table ${TABLE}`,
      `add chain ${TABLE} forward`,
      `add rule ${TABLE} forward drop`,
      `add map ${TABLE} access { type ipv4_addr . ifname : verdict; }`,
      `add set ${TABLE} ports { type inet_proto . inet_service; flags interval; }`,
      `add element ${TABLE} access { 192.0.2.1 . "lan0" : accept }`,
    ].join('\n'),
  )
  const listed = () => machine.run(['nft', 'list', 'table', ...TABLE.split(' ')])
  const ours = await listed()
  let reported: (undone: readonly Addition[]) => void = () => undefined
  const watch = machine.watchTable('undone', (undone) => reported(undone))
  const add = async (...commands: string[]) => {
    const report = new Promise<readonly Addition[]>((resolve) => {
      reported = resolve
    })
    await machine.run(['nft', '-f', '-'], { input: `${commands.map((command) => `${command}\n`).join('')}` })
    return (await report).map((one) => (one.kind === 'rule' ? one.chain : one.set))
  }
  try {
    for (const element of ['192.0.2.2 . "lan0" : accept', '* : accept', '192.0.2.3 . "lan1" : goto forward']) {
      assert.deepEqual(await add(`add element ${TABLE} access { ${element} }`), ['access'])
      assert.equal(await listed(), ours, element)
    }
    assert.deepEqual(await add(`add element ${TABLE} ports { tcp . 80-90 }`), ['ports'])
    assert.equal(await listed(), ours, 'a range')
    assert.deepEqual(
      await add(`insert rule ${TABLE} forward accept`, `add element ${TABLE} access { 192.0.2.4 . "lan0" : accept }`),
      ['forward', 'access'],
    )
    assert.equal(await listed(), ours, 'both in one transaction')
    assert.deepEqual(await add(`flush chain ${TABLE} forward`, `add rule ${TABLE} forward accept`), [])
    assert.match(await listed(), /forward \{\s+accept/, 'a change is left to the comparison of the table')
  } finally {
    watch[Symbol.dispose]()
    await machine.nft(`delete table ${TABLE}`)
    await machine[Symbol.asyncDispose]()
  }
})
