import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

test('zod is configured not to compile code at run time', () => {
  const program = "import './strict.ts'; import { config } from 'zod'; console.log(config().jitless)"
  const argv = ['--input-type=module', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, argv, { cwd: import.meta.dirname, encoding: 'utf8' })
  assert.equal(stdout.trim(), 'true', stderr)
})
