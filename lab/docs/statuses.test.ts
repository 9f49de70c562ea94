import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Operation } from '../../router/model/operation.ts'
import { contracts } from '../../router/model/operations.ts'
import { describeApi } from '../../router/servers/http/describe/openapi.ts'
import { ROOT } from '../process/place.ts'

/** Codes of whole requests, which no operation describes. */
const OF_REQUESTS = ['405', '414', '421', '431']

test('the page about the API lists every status code that an operation may return', async () => {
  const page = readFileSync(join(ROOT, 'site/docs/development/apis/overview.md'), 'utf8')
  const listed = [...page.matchAll(/^\| (\d{3}(?:, \d{3})*) \| /gm)].flatMap(([, codes = '']) => codes.split(', '))
  const all: readonly Record<string, Operation>[] = Object.values(contracts)
  const { paths } = (await describeApi(all.flatMap((one) => Object.values(one)))) as {
    paths: Record<string, Record<string, { responses?: object }>>
  }
  const described = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.keys(responses ?? {})),
  )
  assert.ok(described.includes('403'))
  const missing = [...described, ...OF_REQUESTS].filter((code) => /^\d+$/.test(code) && !listed.includes(code))
  assert.deepEqual([...new Set(missing)], [])
})
