import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOfChart, summaryOf } from './series.ts'

const times = [10, 20, 30, 40, 50]
const lines = [
  { name: 'Download', values: [1, 3, null, 4, 8] },
  { name: 'Upload', values: [0, 0, 0, 0, 1] },
]

test('the summary of a chart has the maximum and the mean of each line, without missing values', () => {
  assert.equal(
    summaryOf(lines, (value) => `${value} B`),
    'Download: maximum 8 B, average 4 B. Upload: maximum 1 B, average 0.2 B.',
  )
  assert.equal(summaryOf([{ name: 'Download', values: [] }], String), 'No data yet.')
})

test('a table has a maximum number of rows, each with the mean of its times', () => {
  assert.deepEqual(rowsOfChart(times, lines, 3), [
    { time: 20, values: [2, 0] },
    { time: 40, values: [4, 0] },
    { time: 50, values: [8, 1] },
  ])
  assert.equal(rowsOfChart(times, lines).length, 5)
  assert.deepEqual(rowsOfChart([], lines), [])
})
