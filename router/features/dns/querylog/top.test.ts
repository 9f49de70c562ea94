import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import { mostInOneTurn } from '../../../machine/turns.fixture.ts'
import { openHistory } from '../../../store/history.ts'
import type { Chunk } from '../../../store/keyedlog.ts'
import { Top } from './top.ts'

const CLIENTS = 100
const PERIOD_MS = 600_000

test('the period of many clients is written in turns of the event loop, and nothing of it is lost', async () => {
  const clock = openSteppedClock()
  using history = openHistory({ path: ':memory:', clock, onFailure: (what) => assert.fail(what) })
  const kept = history.keyedLog('dnstop', { most: 144, mostBytes: 12 << 20 })
  let onWrite = (): void => {}
  const append = kept.append.bind(kept)
  kept.append = (chunks: ReadonlyMap<string, Chunk>) => {
    for (const _chunk of chunks) onWrite()
    append(chunks)
  }
  const top = new Top({ keyedLog: () => kept }, clock)
  for (let client = 1; client <= CLIENTS; client++)
    top.count(client, { name: `${client}.example`, isBlocked: false, addresses: [] } as never)
  const most = await mostInOneTurn(async (counted) => {
    onWrite = counted
    await clock.step(PERIOD_MS)
    // One client sends another query, and another client is deleted, before theirs are written.
    top.count(CLIENTS, { name: 'late.example', isBlocked: true, addresses: [] } as never)
    top.forget(CLIENTS - 1)
    while (kept.keys().length < CLIENTS - 1) await settled()
  })
  assert.equal(most, 20)
  const { TotalQueries, BlockedQueries } = await top.read({ hours: 1, limit: 10, client: undefined })
  assert.deepEqual([TotalQueries, BlockedQueries], [CLIENTS, 1])
})
