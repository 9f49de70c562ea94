import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseInTurns } from './connections.ts'

const line = (i: number): string =>
  `ipv4     2 tcp      6 431999 ESTABLISHED src=192.168.2.6 dst=81.2.70.10 sport=${i} dport=80 packets=5 bytes=400 src=81.2.70.10 dst=81.2.69.100 sport=80 dport=${i} packets=4 bytes=900 [ASSURED] mark=0 zone=0 use=2`
const GRE =
  'ipv4     2 gre      47 29 timeout=30, stream_timeout=180 src=192.168.2.14 dst=81.2.70.10 srckey=0x0 dstkey=0x0 [UNREPLIED] src=81.2.70.10 dst=81.2.69.100 srckey=0x0 dstkey=0x0 mark=0 zone=0 use=2'
const LINES = Array.from({ length: 4096 }, (_, i) => line(10_000 + i))

test('a long text is parsed whole, some of its connections in each turn of the event loop', async () => {
  let turns = 0
  let isOpen = true
  const count = (): void => {
    turns++
    if (isOpen) setImmediate(count)
  }
  setImmediate(count)
  const parts = await parseInTurns(`${LINES.join('\n')}\n`, 'all')
  isOpen = false
  const found = parts?.flat().map(({ entry }) => Buffer.from(entry).toString('hex'))
  assert.equal(new Set(found).size, LINES.length)
  assert.ok(Math.max(...parts!.map(({ length }) => length)) < 200)
  assert.ok(turns >= parts!.length - 1, `${turns}`)
})

test('of a text in which one connection is not identified nothing is used', async () => {
  assert.equal(await parseInTurns([...LINES, GRE].join('\n'), 'all'), undefined)
  assert.deepEqual(await parseInTurns([...LINES, GRE].join('\n'), ['192.168.2.99']), [])
  assert.deepEqual(await parseInTurns('', 'all'), [])
})
