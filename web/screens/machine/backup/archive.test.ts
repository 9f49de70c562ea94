import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveIn, archiveOf, releaseIn } from './archive.ts'

const clear = { Sallyport: 'backup', Format: 1, Made: '2026-01-31T12:00:00.000Z', Release: '0.1.0-rc.1', State: 'AAAA' }

test('a file contains its date and release, from which its name is restored', () => {
  assert.deepEqual(archiveIn(JSON.stringify(clear)), {
    name: 'sallyport-v0.1.0-rc.1-20260131T120000000Z.backup',
    made: new Date('2026-01-31T12:00:00.000Z'),
    release: '0.1.0-rc.1',
  })
  assert.equal(releaseIn('sallyport-v0.1.0-rc.1-20260131T120000000Z.backup'), '0.1.0-rc.1')
  assert.deepEqual(archiveOf('sallyport-v0.1.0-rc.1-20260131T120000000Z.backup'), archiveIn(JSON.stringify(clear)))
})

test('other files are not recognized as backups', () => {
  const others = ['', '{', 'null', '[]', '{"Sallyport":"backup"}', JSON.stringify({ ...clear, Release: '../x' })]
  for (const text of [...others, JSON.stringify({ ...clear, Made: 'yesterday' })])
    assert.equal(archiveIn(text), undefined, text)
})
