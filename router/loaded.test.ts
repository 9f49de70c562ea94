import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const COMPILE = fileURLToPath(new URL('../bin/compile.js', import.meta.url))

/** Every module, Node's own included, that a process has loaded once it has imported these files. */
function loadedBy(files: readonly string[], env = process.env): string[] {
  const urls = files.map((file) => new URL(file, import.meta.url).href)
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ load: (url, context, next) => next((loaded.add(url), url), context) })
    for (const url of ${JSON.stringify(urls)}) await import(url).catch(() => {})
    console.log(JSON.stringify([...loaded, ...process.moduleLoadList]))
    process.exit(0)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env,
  })
  return JSON.parse(stdout)
}

test('the router starts without undici, which takes 7 MiB', () => {
  const loaded = loadedBy(['start/router.ts', 'machine/linux.ts'])
  assert.ok(loaded.includes('NativeModule http'))
  for (const file of ['start/router.ts', 'machine/linux/fetch.ts'])
    assert.ok(loaded.some((name) => name.endsWith(`/router/${file}`)))
  assert.deepEqual(
    loaded.filter((name) => name.includes('undici')),
    [],
  )
})

test('a DNS thread starts without zod, which takes 5 MiB of each', () => {
  const loaded = loadedBy(['servers/dns/worker.ts'])
  assert.ok(loaded.some((name) => name.endsWith('/servers/dns/chain.ts')))
  assert.deepEqual(
    loaded.filter((name) => name.includes('/zod/')),
    [],
  )
})

test('the thread of the event store starts without JSONPath and zod', () => {
  const loaded = loadedBy(['store/events/database.ts', 'store/events/storage.ts'])
  assert.ok(loaded.includes('NativeModule sqlite'))
  assert.deepEqual(
    loaded.filter((name) => name.includes('/node_modules/')),
    [],
  )
})

test('the first start with the compile cache that is prepared strips no types, for which it would take 20 MiB', (t) => {
  const cache = mkdtempSync(join(tmpdir(), 'compiled-'))
  t.after(() => rmSync(cache, { recursive: true }))
  const env = { ...process.env, NODE_COMPILE_CACHE: cache }
  const strips = (loaded: readonly string[]): boolean => loaded.some((name) => name.includes('amaro'))
  const files = ['main.ts', ...globSync('**/worker.ts', { cwd: import.meta.dirname })]
  assert.equal(files.length, 3)
  assert.ok(strips(loadedBy(files, { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' })))
  assert.equal(spawnSync(process.execPath, [COMPILE], { env }).status, 0)
  assert.ok(!strips(loadedBy(files, env)))
})

test('the router starts without the libraries of integrations that are switched off', () => {
  const loaded = loadedBy(['start/router.ts', 'machine/linux.ts'])
  assert.ok(loaded.some((name) => name.endsWith('/router/machine/mqtt.ts')))
  assert.deepEqual(
    loaded.filter((name) => /node_modules\/(mqtt|@nats-io|prom-client)/.test(name)),
    [],
  )
})
