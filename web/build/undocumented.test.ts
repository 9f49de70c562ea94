import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAst } from 'vite'
import { withoutDocumentation, withoutFunctions, withPureConstants } from './undocumented.ts'

const built = (code: string, isContract = true): string =>
  withoutDocumentation(code, parseAst(code) as never, isContract)

test('an operation keeps what a call needs', () => {
  assert.equal(
    built(
      `get('/devices', { tag: 'devices', access: 'code', params: { mac }, isSlow: true, errors: { 404: 'None' } })`,
    ),
    `get('/devices', { access: 'code', isSlow: true, })`,
  )
})

test('details that several operations share keep what a call needs', () => {
  assert.equal(
    built(`const shown = { tag, roles: ['viewer'], reply: z.array(Lists) }`),
    `const shown = { roles: ['viewer'], }`,
  )
  assert.equal(
    built(`const more = { open: { ...port.add, details: { ...port.add.details, query: confirmable } } }`),
    `const more = { open: { ...port.add, details: { ...port.add.details, } } }`,
  )
})

test('constants that are computed can be left out where nothing uses them', () => {
  const code = `const A = z.string().min(1), B = 1
export const C = z.object({ A })
export const d = () => C.parse(1)`
  assert.equal(
    withPureConstants(code, parseAst(code) as never),
    `const A = /* @__PURE__ */ (() => (z.string().min(1)))(), B = 1
export const C = /* @__PURE__ */ (() => (z.object({ A })))()
export const d = () => C.parse(1)`,
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

test('outside of a contract only descriptions of schemas are left out', () => {
  const code = `export const tagOf = (text) => (text === '' ? { wrong: 'empty' } : { tag: text })
const kinds = { block: true, tag: false }
put(text, { details: { tag: 1 } })`
  assert.equal(built(`${code}\nz.string().meta({ id: 'A' })`, false), `${code}\nz.string()`)
})

test('a module without its functions keeps the names of its exports', async () => {
  const code = `import { x } from 'y'
export function a() { return x }
export const b = () => a(), c = 1
function d() {}
export { d as e }`
  const emptied = withoutFunctions(code, parseAst(code) as never)
  const built = (await import(`data:text/javascript,${encodeURIComponent(emptied)}`)) as Record<string, () => unknown>
  assert.deepEqual(Object.keys(built).sort(), ['a', 'b', 'c', 'e'])
  assert.throws(() => built.a?.(), /not in this build/)
})
