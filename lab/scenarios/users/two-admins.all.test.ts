import assert from 'node:assert/strict'
import type { Device } from '../../../router/model/home/devices/device.ts'
import type { Group } from '../../../router/model/home/groups/group.ts'
import type { Call } from '../../contract/call.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { rebuild } from '../../safety/kernel.ts'
import { isExplained, type Step } from '../../safety/orders.ts'
import { openRandom, type Random, seedFrom } from '../../safety/random.ts'
import { look } from '../../safety/things.ts'

const random = openRandom(seedFrom(process.env.SALLYPORT_SEED ?? '1'))
const story = await openStories({ tv: { Policies: ['wan'] }, phone: { Policies: ['wan', 'dns'] } })

/** What both administrators change: one device, one group, one rule, one name. */
interface World {
  readonly device: Pick<Device, 'Name' | 'Policies' | 'DeviceTags' | 'Groups'>
  readonly group: Pick<Group, 'Disabled' | 'GroupTags'> | undefined
  readonly rule: string | undefined
  readonly host: string | undefined
}
interface Act extends Step<World> {
  readonly call: Call
}

const GROUP = 'den'
const RULE = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', DstIP: '198.51.100.9' }
const HOST = 'nas.lan'

const put = (path: string, body: unknown): Call => ({ method: 'PUT', path, body })
const del = (path: string, body?: unknown): Call => ({ method: 'DELETE', path, body })
const newGroup = { Disabled: false, GroupTags: [] }

/** A random call, and its expected effect. */
function act(mac: string, random: Random, said: string): Act {
  const device = (part: Partial<World['device']>): Act => ({
    call: put(`/device?identity=${mac}`, part),
    does: (world) => [
      {
        ...world,
        device: { ...world.device, ...part },
        group: part.Groups?.includes(GROUP) ? (world.group ?? newGroup) : world.group,
      },
      200,
    ],
  })
  const group = (part: Partial<Group>): Act => ({
    call: put('/groups', { Name: GROUP, ...part }),
    does: (world) => [{ ...world, group: { ...(world.group ?? newGroup), ...part } }, 200],
  })
  const acts: (() => Act)[] = [
    () => device({ Name: said }),
    () => device({ Policies: random.some(['wan', 'dns', 'lan']) }),
    () => device({ DeviceTags: [said] }),
    () => device({ Groups: random.pick([[GROUP], []]) }),
    () => group({ Disabled: random.below(2) === 0 }),
    () => group({ GroupTags: [said] }),
    () => ({
      call: del('/groups', { Name: GROUP }),
      does: (world) =>
        world.group ? [{ ...world, group: undefined, device: { ...world.device, Groups: [] } }, 200] : [world, 404],
    }),
    () => ({
      call: put('/firewall/block', { ...RULE, RuleName: said }),
      does: (world) => [{ ...world, rule: said }, 200],
    }),
    () => ({
      call: del('/firewall/block', RULE),
      does: (world) => (world.rule === undefined ? [world, 404] : [{ ...world, rule: undefined }, 200]),
    }),
    () => ({
      call: put(`/dns/hostnames/${HOST}`, { IPAddress: '192.168.77.1', CreateOnly: true }),
      does: (world) => (world.host === undefined ? [{ ...world, host: '192.168.77.1' }, 200] : [world, 409]),
    }),
    () => ({
      call: del(`/dns/hostnames/${HOST}`),
      does: (world) => (world.host === undefined ? [world, 404] : [{ ...world, host: undefined }, 200]),
    }),
  ]
  return random.pick(acts)()
}

async function worldOf(router: Router, mac: string): Promise<World> {
  const { devices, groups, firewall, hosts } = await look(router)
  const { Name, Policies, DeviceTags, Groups } = devices[mac] as Device
  const group = (groups as Group[]).find((one) => one.Name === GROUP)
  const [rule] = firewall.BlockRules as { RuleName: string }[]
  const [host] = hosts as { IPAddress: string }[]
  return {
    device: { Name, Policies, DeviceTags, Groups },
    group: group && { Disabled: group.Disabled, GroupTags: group.GroupTags },
    rule: rule?.RuleName,
    host: host?.IPAddress,
  }
}

/** Sends calls one after the other. */
async function carryOut(router: Router, acts: readonly Act[]): Promise<number[]> {
  const statuses: number[] = []
  for (const { call } of acts) statuses.push((await router.ask(call)).status)
  return statuses
}

story(`concurrent changes have the result of some order (seed ${random.seed})`, async (home) => {
  const { tv, router } = home
  await home.gather()
  let before = await worldOf(router, tv.mac)
  for (let round = 0; round < 50; round++) {
    const sides = ['ann', 'bob'].map((who) =>
      Array.from({ length: 3 }, (_, n) => act(tv.mac, random, `${who} ${round} ${n}`)),
    )
    const statuses = await Promise.all(sides.map((acts) => carryOut(router, acts)))
    const after = await worldOf(router, tv.mac)
    const responses = sides.map((steps, side) => ({ steps, statuses: statuses[side]! }))
    const shown = { before, calls: sides.map((acts) => acts.map(({ call }) => call)), statuses, after }
    assert.ok(isExplained(before, responses, after), JSON.stringify(shown, null, 1))
    before = after
  }
})

story('the kernel matches the result', ({ router }) => rebuild(router))

story('a rule that is added twice concurrently is one rule', async ({ router }) => {
  const twice = async (call: Call) =>
    (await Promise.all([router.ask(call), router.ask(call)])).map(({ status }) => status)
  const rule = { ...RULE, DstIP: '198.51.100.10' }
  assert.deepEqual(await twice(put('/firewall/block_forward', { ...rule, DstPort: '1-9' })), [200, 200])
  const { ForwardingBlockRules } = (await router.api('/firewall/config')) as { ForwardingBlockRules: unknown[] }
  assert.equal(ForwardingBlockRules.length, 1)
  assert.deepEqual((await twice(del('/firewall/block_forward', { ...rule, DstPort: '1-9' }))).sort(), [200, 404])
})

story('of two devices that are given one address concurrently, one gets it', async ({ tv, phone, router }) => {
  const ask = (mac: string) => router.ask(put(`/device?identity=${mac}`, { RecentIP: '192.168.2.78' }))
  const statuses = await Promise.all([ask(tv.mac), ask(phone.mac)])
  assert.deepEqual(statuses.map(({ status }) => status).sort(), [200, 400])
  const devices = Object.values((await router.api('/devices')) as Record<string, Device>)
  assert.equal(devices.filter(({ RecentIP }) => RecentIP === '192.168.2.78').length, 1)
})
