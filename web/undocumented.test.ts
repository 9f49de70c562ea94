import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAst } from 'vite'
import { withoutDocumentation } from './undocumented.ts'

const built = (code: string): string => withoutDocumentation(code, parseAst(code) as never)

test('an operation keeps what a call needs', () => {
  assert.equal(
    built(`get('/devices', { tag: 'devices', summary: 'All', params: { mac }, errors: { 404: 'None' } })`),
    `get('/devices', { params: { mac }, })`,
  )
})

test('a schema keeps what it checks', () => {
  assert.equal(
    built(`z.object({ IP: z.string().meta({ description: 'An address' }).min(1) }).meta({ id: 'Lease' })`),
    'z.object({ IP: z.string().min(1) })',
  )
})

test('fields of the same names elsewhere are kept', () => {
  const code = `const note = { summary: 'Kept', description: z.string() }`
  assert.equal(built(code), code)
})
