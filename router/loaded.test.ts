import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Every module, Node's own included, that a process has loaded once it has imported these files. */
function loadedBy(...files: readonly string[]): string[] {
  const urls = files.map((file) => new URL(file, import.meta.url).href)
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ load: (url, context, next) => next((loaded.add(url), url), context) })
    for (const url of ${JSON.stringify(urls)}) await import(url).catch(() => {})
    console.log(JSON.stringify([...loaded, ...process.moduleLoadList]))
    process.exit(0)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  return JSON.parse(stdout)
}

test('the router starts without undici, which takes 7 MiB', () => {
  const loaded = loadedBy('start/router.ts', 'machine/linux.ts')
  assert.ok(loaded.includes('NativeModule http'))
  for (const file of ['start/router.ts', 'machine/linux/fetch.ts'])
    assert.ok(loaded.some((name) => name.endsWith(`/router/${file}`)))
  assert.deepEqual(
    loaded.filter((name) => name.includes('undici')),
    [],
  )
})

test('a DNS thread starts without zod, which takes 5 MiB of each', () => {
  const loaded = loadedBy('servers/dns/worker.ts')
  assert.ok(loaded.some((name) => name.endsWith('/servers/dns/chain.ts')))
  assert.deepEqual(
    loaded.filter((name) => name.includes('/zod/')),
    [],
  )
})
