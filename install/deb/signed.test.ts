import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isInstalled } from '../../bin/packages.js'
import { runTool } from '../tool.ts'
import { openSigner } from './openpgp.ts'
import { publishPackages } from './repository.ts'

const missing = ['gpg', 'dpkg-deb'].filter((program) => !isInstalled(program))
const options = { skip: missing.length > 0 && `${missing.join(' and ')} is missing` }

interface Fixture {
  readonly folder: string
  /** Adds a package that has nothing but this description. */
  publish(version: string, description: string): void
  /** Only signs the lists again. */
  renew(): void
}

function open(t: TestContext): Fixture {
  const dir = mkdtempSync(join(tmpdir(), 'sallyport-apt-'))
  const gpg = ['gpg', '--homedir', dir, '--batch', '--passphrase', '']
  runTool([...gpg, '--quick-generate-key', 'Owner <owner@example.org>', 'ed25519', 'sign', '30d'])
  const key = join(dir, 'secret')
  runTool([...gpg, '--output', key, '--export-secret-keys'])
  runTool(['gpgconf', '--homedir', dir, '--kill', 'all'])
  const signer = openSigner(key)
  t.after(() => {
    signer[Symbol.dispose]()
    rmSync(dir, { recursive: true })
  })
  const folder = join(dir, 'repository')
  return {
    folder,
    publish(version, description) {
      const tree = mkdtempSync(join(dir, 'tree-'))
      mkdirSync(join(tree, 'DEBIAN'))
      const fields = [
        'Package: sallyport',
        `Version: ${version}`,
        'Architecture: amd64',
        'Maintainer: Owner <o@example.org>',
      ]
      writeFileSync(join(tree, 'DEBIAN/control'), [...fields, `Description: ${description}`, ''].join('\n'))
      const file = join(tree, 'package.deb')
      runTool(['dpkg-deb', '--root-owner-group', '--build', tree, file])
      publishPackages([file], { folder, signer })
    },
    renew: () => publishPackages([], { folder, signer }),
  }
}

test('earlier versions and earlier lists stay, and a version is published once', options, (t) => {
  const { folder, publish } = open(t)
  publish('0.1.0', 'one')
  publish('0.2.0', 'two')
  assert.throws(() => publish('0.2.0', 'another'), /another file of version 0\.2\.0 for amd64 is published already/)
  const lists = join(folder, 'dists/stable/main/binary-amd64')
  assert.deepEqual(readFileSync(join(lists, 'Packages'), 'utf8').match(/^Version: .*$/gm), [
    'Version: 0.1.0',
    'Version: 0.2.0',
  ])
  // For each list itself, and compressed.
  assert.equal(readdirSync(join(lists, 'by-hash/SHA256')).length, 4)
  assert.deepEqual(readdirSync(join(folder, 'pool/main/s/sallyport')), [
    'sallyport_0.1.0_amd64.deb',
    'sallyport_0.2.0_amd64.deb',
  ])
})

test('lists that were changed, or that the key has not signed, are not signed again', options, (t) => {
  const { folder, publish, renew } = open(t)
  publish('0.1.0', 'one')
  renew()
  const signed = join(folder, 'dists/stable/InRelease')
  const text = readFileSync(signed, 'utf8')
  writeFileSync(signed, text.replace('Label: Sallyport', 'Label: Another'))
  assert.throws(renew, /BAD signature/)
  writeFileSync(signed, text.replace(/-----BEGIN PGP SIGNATURE.*/s, ''))
  assert.throws(renew, /gpg failed/)
  writeFileSync(signed, text)
  appendFileSync(join(folder, 'dists/stable/main/binary-amd64/Packages'), '\n')
  assert.throws(renew, /Packages was changed after it was signed/)
})
