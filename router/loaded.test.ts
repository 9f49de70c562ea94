import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { BUNDLE, bundleRouter, PROGRAMS } from '../bin/bundle.js'

/** What a process has loaded after it has imported these files of the bundle: Node's own modules, and the sources of each file. */
function loadedBy(files: readonly string[]): string[] {
  const program = `
    import { readFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({
      load(url, context, next) {
        loaded.push(url)
        if (url.startsWith('file:')) loaded.push(...JSON.parse(readFileSync(new URL(url + '.map'), 'utf8')).sources)
        return next(url, context)
      },
    })
    for (const path of ${JSON.stringify(files.map((file) => join(BUNDLE, file)))}) await import(path).catch(() => {})
    console.log(JSON.stringify([...loaded, ...process.moduleLoadList]))
    process.exit(0)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  return JSON.parse(stdout)
}

before(() => bundleRouter())

const includes = (loaded: readonly string[], file: string): boolean => loaded.some((name) => name.endsWith(file))

test('the router starts without undici, which takes 7 MiB, and without the compiler of TypeScript, which takes 20 MiB', () => {
  const loaded = loadedBy(PROGRAMS)
  assert.ok(loaded.includes('NativeModule http'))
  for (const file of ['start/router.ts', 'machine/linux/fetch.ts']) assert.ok(includes(loaded, `/${file}`), file)
  assert.deepEqual(
    loaded.filter((name) => /undici|amaro/.test(name)),
    [],
  )
})

test('a DNS thread starts without zod, which takes 5 MiB of each', () => {
  const loaded = loadedBy(['servers-dns-worker.js'])
  assert.ok(includes(loaded, '/servers/dns/chain.ts'))
  assert.deepEqual(
    loaded.filter((name) => name.includes('/zod/')),
    [],
  )
})

test('the thread of the event store starts without JSONPath and zod', () => {
  const loaded = loadedBy(['store-events-worker.js'])
  assert.ok(includes(loaded, '/store/events/database.ts'))
  assert.deepEqual(
    loaded.filter((name) => /node_modules\/(json-p3|zod)/.test(name)),
    [],
  )
})

test('the router starts without the libraries of integrations that are switched off', () => {
  const loaded = loadedBy(['main.js'])
  assert.ok(includes(loaded, '/machine/mqtt.ts'))
  assert.deepEqual(
    loaded.filter((name) => /node_modules\/(mqtt|@nats-io|prom-client)/.test(name)),
    [],
  )
})
