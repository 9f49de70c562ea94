import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcesOf } from './sources.ts'

test('only Debian is used, each repository once', () => {
  const listed = [
    'Debian main http://mirror.test/debian/ bookworm',
    'Debian main http://mirror.test/debian/ bookworm',
    'Debian contrib http://mirror.test/debian/ bookworm',
    'Other main http://other.test/ nodistro',
    'Debian main http://mirror.test/security/ bookworm-security',
    '',
  ].join('\n')
  assert.deepEqual(sourcesOf(listed, ['main']), [
    'deb http://mirror.test/debian/ bookworm main',
    'deb http://mirror.test/security/ bookworm-security main',
  ])
  assert.equal(
    sourcesOf(listed, ['main', 'non-free-firmware'])[0],
    'deb http://mirror.test/debian/ bookworm main non-free-firmware',
  )
})
