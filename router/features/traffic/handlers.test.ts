import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../../errors.ts'
import { openSteppedClock } from '../../machine/stepped.ts'
import { openMemoryFacts } from '../../store/memory.ts'
import type { Caller } from '../operation.ts'
import { traffic } from './contract.ts'
import { trafficHandlers } from './handlers.ts'
import { openTrafficSampler } from './sampler.ts'
import { watchFlows } from './watch.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const MINUTE_MS = 60_000

function open() {
  const memory = openMemoryFacts()
  const clock = openSteppedClock()
  const counter = { packets: 0, bytes: 0 }
  const machine = {
    clock,
    nftList: async (command: string) => {
      const name = command.replace('list set inet sallyport ', '')
      const counts = name === 'incoming_traffic_wan' ? counter : { packets: 0, bytes: 0 }
      return { nftables: [{ set: { name, elem: [{ elem: { val: '192.168.2.6', counter: { ...counts } } }] } }] }
    },
    connections: async () => [],
  }
  const sampler = openTrafficSampler({ machine })
  const flows = watchFlows({ machine, facts: memory.facts })
  const handlers = trafficHandlers({ machine, sampler, flows })
  const request = { query: {}, params: {}, body: undefined, caller }
  const counters = async () => handlers.counters({ ...request, params: { name: 'incoming_traffic_wan' } })
  const history = async () => {
    let text = ''
    const query = { minutes: undefined }
    for await (const piece of handlers.history({ ...request, query }) as AsyncIterable<string>) text += piece
    return JSON.parse(text)
  }
  return { ...memory, ...machine, handlers, request, counter, counters, history, sampler }
}

test('counters are told while they are news, and again when they move', async () => {
  const { clock, counter, counters } = open()
  assert.deepEqual(await counters(), [])
  Object.assign(counter, { packets: 2, bytes: 200 })
  assert.deepEqual(await counters(), [{ IP: '192.168.2.6', Packets: 2, Bytes: 200 }])
  await clock.step(24 * 60 * MINUTE_MS)
  assert.deepEqual(await counters(), [])
  Object.assign(counter, { packets: 3, bytes: 300 })
  assert.deepEqual(await counters(), [{ IP: '192.168.2.6', Packets: 3, Bytes: 300 }])
})

test('a sample is taken each minute until the sampler is closed', async () => {
  const { clock, counter, history, sampler } = open()
  await clock.step(0)
  Object.assign(counter, { packets: 1, bytes: 60 })
  await clock.step(MINUTE_MS)
  assert.deepEqual(await history(), [{ '192.168.2.6': { LanIn: 0, LanOut: 0, WanIn: 60, WanOut: 0 } }, {}])
  sampler[Symbol.dispose]()
  await clock.step(10 * MINUTE_MS)
  assert.equal((await history()).length, 2)
})

test('a minute without a table is missing, and the next one is there', async () => {
  const clock = openSteppedClock()
  let refusals = 1
  const nftList = async () => {
    if (refusals-- > 0) throw new Refused('No such file or directory')
    return { nftables: [] }
  }
  using sampler = openTrafficSampler({ machine: { clock, nftList } })
  await clock.step(0)
  await clock.step(MINUTE_MS)
  let text = ''
  for await (const piece of sampler.history.text()) text += piece
  assert.deepEqual(JSON.parse(text), [{}])
})

test('names and numbers that are none are refused', () => {
  const { name } = traffic.counters.details.params
  assert.equal(name.safeParse('other').success, false)
  const { minutes } = traffic.history.details.query
  assert.equal(minutes.parse('15'), 15)
  for (const wrong of ['', '0', '-1', '1.5', 'x']) assert.equal(minutes.safeParse(wrong).success, false, wrong)
})
