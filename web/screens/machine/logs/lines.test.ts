import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '../../../../router/model/machine/logs/entry.ts'
import { asFile, logLinesOf, sift } from './lines.ts'

const entry = (MESSAGE: LogEntry['MESSAGE'], PRIORITY = '6', at = 1_698_316_313_985_702): LogEntry => ({
  CONTAINER_NAME: 'superapi',
  MESSAGE,
  PRIORITY,
  __REALTIME_TIMESTAMP: String(at),
})

const lines = logLinesOf([
  entry('error: the disk is full', '3'),
  entry('warning: the clock was set', '4'),
  entry('192.168.2.6:40312 GET /logs'),
  entry([72, 105]),
])

test('a line is parsed into time, level, and a text without the level', () => {
  assert.deepEqual(
    lines.map(({ level, text, isCall }) => [level, text, isCall]),
    [
      ['error', 'the disk is full', false],
      ['warning', 'the clock was set', false],
      ['info', '192.168.2.6:40312 GET /logs', true],
      ['info', 'Hi', false],
    ],
  )
  assert.equal(lines[0]?.at.toISOString(), '2023-10-26T10:31:53.985Z')
})

test('two equal lines with the same time have different keys', () => {
  const twins = logLinesOf([entry('a'), entry('a')])
  assert.equal(new Set(twins.map(({ key }) => key)).size, 2)
})

test('lines are filtered by level, calls and words', () => {
  const texts = (...wanted: Parameters<typeof sift>[1][]) =>
    wanted.map((one) => sift(lines, one).map(({ text }) => text))
  assert.deepEqual(
    texts(
      { level: 'all', calls: false, words: '' },
      { level: 'warning', calls: true, words: '' },
      { level: 'error', calls: true, words: '' },
      { level: 'all', calls: true, words: 'get  LOGS' },
      { level: 'all', calls: true, words: 'disk logs' },
    ),
    [
      ['the disk is full', 'the clock was set', 'Hi'],
      ['the disk is full', 'the clock was set'],
      ['the disk is full'],
      ['192.168.2.6:40312 GET /logs'],
      [],
    ],
  )
})

test('lines are kept as they happened, the oldest first', async () => {
  const text = await asFile(lines).text()
  assert.deepEqual(
    text
      .split('\n')
      .map((line) => line.split(' ').slice(1).join(' '))
      .filter(Boolean),
    lines.toReversed().map(({ level, text }) => `${level} ${text}`),
  )
})
