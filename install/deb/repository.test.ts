import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashIn, listPackage, readPackages, sha256Of, writePackages, writeReleaseFile } from './index.ts'

const control = (version: string): string =>
  `Package: sallyport\nVersion: ${version}\nArchitecture: amd64\nDescription: a\n .\n b\n`
const list = (version: string) =>
  listPackage(control(version), { path: `pool/main/s/sallyport/sallyport_${version}_amd64.deb`, size: 7, sha256: 'ab' })

test('a package is listed with its control file, its path, its size and its hash', () => {
  const one = list('0.1.0')
  assert.deepEqual([one.version, one.architecture], ['0.1.0', 'amd64'])
  assert.equal(
    one.text,
    `${control('0.1.0')}Filename: pool/main/s/sallyport/sallyport_0.1.0_amd64.deb\nSize: 7\nSHA256: ab\n`,
  )
})

test('a list of packages that is read and written is the same', () => {
  const packages = ['0.1.0', '0.2.0~dev.1', '0.2.0'].map(list)
  assert.deepEqual(readPackages(writePackages(packages)), packages)
  assert.deepEqual(readPackages(''), [])
})

test('the signed list has the hash and length of each index, and a date on which it expires', () => {
  const content = Buffer.from('some packages')
  const text = writeReleaseFile({
    suite: 'stable',
    component: 'main',
    architectures: ['amd64', 'arm64'],
    indexes: [{ path: 'main/binary-amd64/Packages', content }],
    now: Date.UTC(2026, 11, 1, 4, 5, 6),
    validDays: 90,
  })
  assert.match(text, /^Date: Tue, 01 Dec 2026 04:05:06 UTC\nValid-Until: Mon, 01 Mar 2027 04:05:06 UTC$/m)
  assert.match(text, /^Acquire-By-Hash: yes\nArchitectures: amd64 arm64\nComponents: main$/m)
  assert.match(text, /^SHA256:\n [0-9a-f]{64} 13 main\/binary-amd64\/Packages\n$/m)
  assert.equal(hashIn(text, 'main/binary-amd64/Packages'), sha256Of(content))
  assert.equal(hashIn(text, 'main/binary-arm64/Packages'), undefined)
})
