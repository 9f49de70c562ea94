import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { contracts } from '../../../model/operations.ts'
import { declarationsOf, typeOf } from './declarations.ts'
import { describeApi } from './openapi.ts'

const operations = Object.values(contracts).flatMap((contract) => Object.values(contract))
const text = declarationsOf(contracts, await describeApi(operations))

/** The errors of the TypeScript compiler in a script. */
function errorsIn(script: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'declarations-'))
  try {
    writeFileSync(join(directory, 'automations.d.ts'), text)
    writeFileSync(join(directory, 'script.ts'), `${script}\nexport {}\n`)
    const options = ['--noEmit', '--strict', '--lib', 'esnext', '--types', '', '--target', 'esnext', '--ignoreConfig']
    execFileSync(
      join(import.meta.dirname, '../../../../node_modules/.bin/tsc'),
      [...options, 'automations.d.ts', 'script.ts'],
      {
        cwd: directory,
      },
    )
    return ''
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

test('the compiler takes the declarations, and scripts that are right', () => {
  const script = `
    on('device:offline', (event) => notify(event.Name + ' is offline', event.LastSeen.toUpperCase()))
    on('wifi:auth:*', (event, topic) => console.log(event.MAC, topic))
    on('dns:serve:192.168.2.6', (event) => console.log(event.FirstName))
    on('plugin:own', (event) => console.log(event.anything))
    at('22:00', async () => {
      const devices = await api.devices.list()
      for (const { MAC, Policies } of Object.values(devices))
        await api.devices.update({ query: { identity: MAC }, body: { Policies: Policies.filter((one) => one !== 'wan') } })
    })`
  assert.equal(errorsIn(script), '')
})

test('the compiler refuses what does not exist', () => {
  assert.match(errorsIn("on('device:offline', (event) => event.Nonsense)"), /'Nonsense' does not exist/)
  assert.match(errorsIn('api.nothing.list()'), /'nothing' does not exist/)
  assert.match(errorsIn('api.devices.update({ query: { identity: 1 }, body: {} })'), /not assignable/)
})

test('operations that automations cannot call are not declared', () => {
  assert.doesNotMatch(text, /PUT \/tokens|PUT \/automations|PUT \/session/)
})

test('a schema becomes a type', () => {
  assert.equal(typeOf({ type: 'array', items: { type: ['string', 'null'] } }), 'Array<string | null>')
  assert.equal(
    typeOf({ type: 'object', properties: { 'a-b': { type: 'integer' } }, required: [] }),
    '{ "a-b"?: number }',
  )
  assert.equal(
    typeOf({ type: 'object', additionalProperties: { $ref: '#/components/schemas/Device' } }),
    'Record<string, Device>',
  )
  assert.equal(typeOf({ anyOf: [{ const: 1 }, { enum: ['x'] }, {}] }), '1 | "x" | unknown')
})
