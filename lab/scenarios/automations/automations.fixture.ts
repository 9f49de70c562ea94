import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { LastRun, ScriptLogEntry, ShownAutomation } from '../../../router/model/messages/automations/contract.ts'
import { callSocket } from '../../contract/call.ts'
import type { Home } from '../../home/home.ts'

type Saved = ShownAutomation & { Source: string }

/** As the router's own console, which needs no one-time code. */
export const owner = async ({ router }: Home, path: string, body: unknown) =>
  await callSocket(join(router.helperSocket('wifi'), '../../api/apisock'), { method: 'PUT', path, body })
export const save = async (at: Home, name: string, Source: string, Scopes: string[] = []): Promise<Saved> => {
  const { status, body } = await owner(at, `/automations/${name}`, { Source, Scopes })
  assert.equal(status, 200, String(body))
  return body as Saved
}
export const refusal = async (at: Home, Source: string): Promise<string> => {
  const { status, body } = await owner(at, '/automations/wrong', { Source })
  assert.equal(status, 400)
  return String(body).trim()
}
export const read = ({ router }: Home, name: string) => router.api(`/automations/${name}`) as Promise<Saved>
export const logOf = ({ router }: Home, name: string) =>
  router.api(`/automations/${name}/log`) as Promise<ScriptLogEntry[]>
export const run = ({ router }: Home, name: string) => router.api(`/automations/${name}/run`, {}) as Promise<LastRun>
export const remove = ({ router }: Home, name: string) => router.api(`/automations/${name}`, undefined, 'DELETE')

/** The result of a script that has one timed handler with this body. */
export async function result(at: Home, body: string, Scopes: string[] = []): Promise<LastRun & { log: string[] }> {
  await save(at, 'trial', `every(1440, async () => { ${body} })`, Scopes)
  const last = await run(at, 'trial')
  const log = (await logOf(at, 'trial')).reverse().map(({ Text }) => Text)
  await remove(at, 'trial')
  // The daemon answers as before.
  await at.router.api('/devices')
  return { ...last, log }
}
