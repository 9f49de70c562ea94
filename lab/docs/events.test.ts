import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogue, families } from '../../router/events/catalogue.ts'
import { describeApi } from '../../router/servers/http/describe/openapi.ts'
import { ROOT } from '../process/place.ts'
import { documentedTopics, EVENTS_PAGE, withTables } from './events.ts'

const TOPICS = Object.keys({ ...catalogue, ...families }).sort()

test('the page of events lists every topic of the catalogue with its fields, and no other', () => {
  const path = join(ROOT, EVENTS_PAGE)
  const page = readFileSync(path, 'utf8')
  if (process.env.WRITE_EVENTS) writeFileSync(path, withTables(page))
  else assert.equal(page, withTables(page), 'run it with WRITE_EVENTS=1 to write the tables')
  assert.deepEqual(documentedTopics().sort(), TOPICS)
})

test('the OpenAPI description has the payload of every topic', async () => {
  const events = (await describeApi([]))['x-events'] as Record<string, { description: string; payload: object }>
  assert.deepEqual(Object.keys(events).sort(), TOPICS)
  for (const { payload } of Object.values(events)) assert.ok('$ref' in payload || 'type' in payload)
})

test('every topic of the catalogue is named where the router publishes it', () => {
  // The topics of dropped packets are built in the model.
  const sources = globSync(
    ['router/{features,pass,presence,servers,start}/**/*.ts', 'router/model/firewall/refused/packet.ts'],
    { cwd: ROOT },
  )
    .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  const unpublished = Object.keys(catalogue).filter((topic) => !sources.some((text) => text.includes(`'${topic}'`)))
  assert.deepEqual(unpublished, [])
})
