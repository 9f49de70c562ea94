import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { needs } from '../../bin/packages.js'
import { architectureOf, debianVersion } from './architecture.ts'
import { controlFile, paragraph } from './control.ts'
import { debianChangelog, manualPage } from './documents.ts'
import { overridesFile } from './overrides.ts'
import { MAINTAINER_SCRIPTS } from './scripts.ts'

const maintainer = 'A. Person <person@example.org>'

test('a pre-release sorts before its release, and a processor has a name of Debian', () => {
  assert.equal(debianVersion('0.2.0'), '0.2.0')
  assert.equal(debianVersion('0.2.0-dev.1'), '0.2.0~dev.1')
  assert.equal(debianVersion('0.2.0-rc-1'), '0.2.0~rc.1')
  assert.deepEqual(['x64', 'arm64'].map(architectureOf), ['amd64', 'arm64'])
  assert.throws(() => architectureOf('mips'), /no Debian package for the processor mips/)
})

test('a value of several lines is continued with a space, and an empty line with a dot', () => {
  assert.equal(
    paragraph([
      ['A', 'one'],
      ['B', 'first\n\nthird'],
      ['C', '\nsecond'],
    ]),
    'A: one\nB: first\n .\n third\nC:\n second\n',
  )
})

test('the control file depends on the programs that the installer would install', () => {
  const text = controlFile({ version: '0.2.0', arch: 'x64', maintainer, sizeKib: 1234 })
  assert.match(
    text,
    /^Package: sallyport\nVersion: 0\.2\.0\nArchitecture: amd64\nMaintainer: A\. Person <person@example\.org>\n/,
  )
  assert.match(text, /^Installed-Size: 1234$/m)
  const field = (name: string): string[] => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]?.split(', ') ?? []
  for (const need of needs.filter(({ needed }) => needed === 'router' || needed === 'vpn'))
    for (const name of need.package.split(' ')) assert.ok(field('Depends').includes(name), name)
  assert.deepEqual(field('Recommends'), ['hostapd', 'wpasupplicant', 'iw'])
  assert.deepEqual(field('Suggests'), ['ddclient', 'libio-socket-ssl-perl'])
  assert.ok(!field('Depends').includes('docker.io'))
})

test('the scripts of the package are valid for sh, and none installs the router', () => {
  for (const [name, script] of Object.entries(MAINTAINER_SCRIPTS)) {
    const { status, stderr } = spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' })
    assert.equal(status, 0, `${name}: ${stderr}`)
    assert.doesNotMatch(script, /^\s*\S*sallyport install/m)
  }
})

test('the changelog and the manual page have the formats of Debian', () => {
  const about = { version: '0.2.0', maintainer, time: 1_796_000_000 }
  assert.match(
    debianChangelog(about),
    /^sallyport \(0\.2\.0\) stable; urgency=medium\n\n {2}\* .+\n\n -- A\. Person <person@example\.org> {2}Mon, 30 Nov 2026 00:53:20 \+0000\n$/,
  )
  const page = manualPage('usage: sallyport <command>\n\n  .hidden --yes\n', about)
  assert.match(page, /^\.TH SALLYPORT 8 2026-11-30 "Sallyport 0\.2\.0"$/m)
  assert.match(page, /^ {2}\.hidden \\-\\-yes$/m)
})

test('each tag of lintian that is overridden has a reason', () => {
  const lines = overridesFile().split('\n')
  const isComment = (line: string | undefined): boolean => line?.startsWith('# ') ?? false
  for (const [index, line] of lines.entries())
    if (line.startsWith('sallyport: ')) assert.ok(lines.slice(0, index).some(isComment) && !/TODO/.test(line), line)
  assert.ok(lines.every((line) => line === '' || isComment(line) || /^sallyport: [a-z0-9-]+( .*)?$/.test(line)))
})
