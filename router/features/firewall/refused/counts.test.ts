import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDropCounts } from './handlers.ts'

const rule = (comment: string, packets: number) => ({
  rule: { comment, expr: [{ match: {} }, { counter: { packets, bytes: 1 } }, { goto: { target: 'x' } }] },
})

test('counts of all rules for one reason are added', async () => {
  const nftables = [
    { metainfo: {} },
    { chain: { name: 'forward' } },
    { rule: { expr: [{ drop: null }] } },
    rule('drop:forward', 5),
    rule('drop:forward', 7),
    rule('unlogged:forward', 2),
    rule('of another program', 9),
  ]
  const counts = await readDropCounts({ nftList: async () => ({ nftables }) })
  assert.deepEqual(
    counts.filter(({ Dropped }) => Dropped > 0),
    [{ Topic: 'nft:drop:forward', Dropped: 12, NotLogged: 2 }],
  )
  assert.equal(counts.length, 12)
})
