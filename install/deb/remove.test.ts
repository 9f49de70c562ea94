import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { uninstall } from '../command.ts'
import { applySteps, isInstalled } from '../journal.ts'
import { openSystem, type System } from '../system.ts'

const options = { skip: process.getuid?.() !== 0 && 'this needs root' }

/** A machine on which apt installs and removes packages by adding and removing their names. */
function open(t: TestContext): { readonly system: System; readonly packages: string[] } {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-remove-'))
  t.after(() => rmSync(root, { recursive: true }))
  const packages: string[] = []
  const run: System['run'] = () => ({ status: 0, stdout: packages.map((name) => `ii ${name}`).join('\n'), output: '' })
  const aptInstall: System['aptInstall'] = (names) => packages.push(...names) > 0
  const aptPurge: System['aptPurge'] = (names) => packages.splice(0, names.length).length > 0
  return { system: { ...openSystem(root), run, aptInstall, aptPurge }, packages }
}

for (const { args, left } of [
  { args: ['--yes'], left: [] },
  { args: ['--from-package'], left: ['nftables'] },
])
  test(`uninstall ${args} leaves ${left.length} of the packages that the installation added`, options, async (t) => {
    const { system, packages } = open(t)
    applySteps(system, [{ kind: 'packages', names: ['nftables'] }], () => undefined)
    assert.deepEqual(packages, ['nftables'])
    await uninstall(system, args)
    assert.deepEqual(packages, left)
    assert.equal(isInstalled(system), false)
  })

test('a package is removed where no router is installed any more', options, async (t) => {
  const { system } = open(t)
  await uninstall(system, ['--from-package'])
  await assert.rejects(uninstall(system, ['--yes']), /is not installed here/)
})
